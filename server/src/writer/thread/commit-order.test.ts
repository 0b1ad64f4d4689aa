import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newDetection } from '../../../test/data/new-detection.ts';
import { freshPostgres } from '../../../test/data/on-both-databases.ts';
import { openStore } from '../../../test/data/open-store.ts';
import { openStream } from '../../../test/servers/open-stream.ts';
import { twoServers } from '../../../test/servers/two-servers.ts';

test('an uncommitted event number delays the commits after it', async () => {
  const place = await freshPostgres();
  const { writer, events, database } = await openStore(place);
  const { kysely } = database;
  const slow = new pg.Client({ connectionString: place.address.dialect === 'postgres' ? place.address.url : '' });
  await slow.connect();
  onTestFinished(() => slow.end());

  // The writer of another server has a number, and its commit is slow.
  await slow.query('begin');
  await slow.query('update event_head set seq = seq + 1');
  await slow.query(`insert into event (seq, kind, detection_id) values (1, 'cleared', null)`);
  let second: number | undefined;
  const adding = writer.add(newDetection(), null).then((stored) => {
    second = 'seq' in stored ? stored.seq : undefined;
  });
  const waiters = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const waiting = async () => (await slow.query(`select 1 ${waiters}`)).rowCount;
  await expect.poll(waiting).toBeGreaterThan(0);
  expect([second, await events.head(), (await events.after(0, 10)).events]).toEqual([undefined, 0, []]);

  await slow.query('commit');
  await adding;
  expect(second).toBe(2);
  expect((await events.after(0, 10)).events.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(await kysely.selectFrom('event_head').select('seq').execute()).toEqual([{ seq: 2 }]);
});

test('streams of two servers that commit at the same time send the same complete sequence', async () => {
  const { here, there } = await twoServers();
  const EACH = 150;
  const guard = await here.signIn();
  const streams = [];
  for (const { api } of [here, there]) {
    const url = await api.listen({ host: '127.0.0.1', port: 0 });
    streams.push(await openStream({ url, guard }));
  }
  const stored = await Promise.all(
    [here, there].flatMap(({ dependencies: { writer } }) =>
      Array.from({ length: EACH }, async () => (await writer.add(newDetection(), null)).id),
    ),
  );
  const sequences = [];
  for (const stream of streams) {
    await stream.until((events) => events.at(-1)?.id === 2 * EACH);
    const [hello, ...events] = stream.events;
    expect(hello?.event).toBe('hello');
    sequences.push(events.map(({ id, data }) => [id, data.id]));
  }
  const [one = [], other = []] = sequences;
  expect(one.map(([seq]) => seq)).toEqual(Array.from({ length: 2 * EACH }, (_, index) => index + 1));
  expect(one.map(([, id]) => id).sort((a, b) => Number(a) - Number(b))).toEqual(stored.sort((a, b) => a - b));
  expect(other).toEqual(one);
});

test('a stream resumes at another server after its last event id', async () => {
  const { here, there } = await twoServers();
  const guard = await here.signIn();
  const urls = [];
  for (const { api } of [here, there]) urls.push(await api.listen({ host: '127.0.0.1', port: 0 }));
  const [urlHere = '', urlThere = ''] = urls;
  const add = async ({ dependencies: { writer } }: typeof here) => (await writer.add(newDetection(), null)).id;

  const left = await openStream({ url: urlHere, guard });
  await add(here);
  await add(there);
  await left.until((events) => events.at(-1)?.id === 2);
  await left.drop();
  const missed = [await add(there), await add(here)];
  await here.dependencies.writer.remove(missed[0] ?? 0);

  const resumed = await openStream({ url: urlThere, guard, lastEventId: 2 });
  await resumed.until((events) => events.at(-1)?.id === 5);
  // For a detection deleted since, only the deletion is sent.
  expect(resumed.events.map(({ id, event }) => [id, event])).toEqual([
    [2, 'hello'],
    [4, 'detection.created'],
    [5, 'detection.deleted'],
  ]);
  await add(here);
  await resumed.until((events) => events.at(-1)?.id === 6);
});
