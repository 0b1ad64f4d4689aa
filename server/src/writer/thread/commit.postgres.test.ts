import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { frameBytes, newDetection } from '../../../test/data/new-detection.ts';
import { freshPostgres } from '../../../test/data/on-both-databases.ts';
import { openStore } from '../../../test/data/open-store.ts';
import { recount } from '../counters/recount.ts';

vi.setConfig({ testTimeout: 30_000 });

async function connect({ address }: Awaited<ReturnType<typeof freshPostgres>>) {
  const client = new pg.Client({ connectionString: address.dialect === 'postgres' ? address.url : '' });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('stores a report that two servers get at once only once, with its frame and the other reports of the batch', async () => {
  const place = await freshPostgres();
  const [north, south] = [await openStore(place), await openStore(place)];
  const someone = await connect(place);
  const waiters = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const waiting = async () => (await someone.query(`select 1 ${waiters}`)).rowCount;
  const reports = (count: number) => Array.from({ length: count }, () => newDetection());
  const [both, northOnly, southOnly] = [reports(20), reports(5), reports(5)];
  const send = ({ writer }: typeof north, sent: typeof both) =>
    Promise.all(sent.map((row, index) => writer.add(row, index % 2 ? frameBytes() : null)));

  // Both servers have looked for repeats and found none before either commits.
  await someone.query('begin');
  await someone.query('update event_head set seq = seq');
  const atNorth = send(north, [...both, ...northOnly]);
  await expect.poll(waiting).toBe(1);
  const atSouth = send(south, [...southOnly, ...both.toReversed()]);
  await expect.poll(waiting).toBe(2);
  await someone.query('commit');

  const first = await atNorth;
  const second = await atSouth;
  expect(first.map(({ repeated }) => repeated)).toEqual(first.map(() => false));
  expect(second.slice(0, 5).map(({ repeated }) => repeated)).toEqual(Array(5).fill(false));
  const repeats = first.slice(0, 20).map(({ id }) => ({ id, repeated: true }));
  expect(second.slice(5)).toEqual(repeats.toReversed());
  expect([...north.refusals, ...south.refusals]).toEqual([]);

  const { kysely } = north.database;
  const { events } = await north.events.after(0, 100);
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  const places = await kysely
    .selectFrom('detection')
    .select('frame_place')
    .where('frame_place', 'is not', null)
    .execute();
  // A repeat's frame that could not be erased with its commit is erased by maintenance.
  const toErase = () => kysely.selectFrom('frame_erasure').selectAll().execute();
  await expect.poll(toErase).toEqual([]);
  const frames = await kysely.selectFrom('frame').select('id').execute();
  expect(frames.map(({ id }) => String(id)).sort()).toEqual(places.map(({ frame_place }) => frame_place).sort());
  for await (const drift of recount(place.address)) expect(drift).toEqual([]);
});

test('looks report keys up by index, also with a plan made for a nearly empty table', async () => {
  const place = await freshPostgres();
  const { writer, close } = await openStore(place);
  const client = await connect(place);
  const counted = async () => {
    const { rows } = await client.query(
      `select idx_scan::int as sought, seq_tup_read::int as walked_over from pg_stat_user_tables where relname = 'report_key'`,
    );
    return rows[0];
  };
  // From the sixth execution on PostgreSQL uses a generic plan.
  for (let time = 0; time < 10; time += 1) {
    const reports = Array.from({ length: 50 }, () => newDetection());
    await Promise.all(reports.map((report) => writer.add(report, frameBytes(100))));
    const again = await Promise.all(reports.map((report) => writer.add(report, null)));
    expect(again.every(({ repeated }) => repeated)).toBe(true);
  }
  // A connection reports its statistics when it ends.
  await close();
  await expect.poll(async () => (await counted()).sought).toBeGreaterThan(1_000);
  expect((await counted()).walked_over).toBe(0);
});
