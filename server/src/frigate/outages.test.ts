import { expect, test } from 'vitest';
import { freshPostgres, freshSqlite } from '../../test/data/on-both-databases.ts';
import { type Guarded, NOON, startFrigateSite } from '../../test/servers/frigate-site.ts';

test('a failed read of the list is retried', async () => {
  const { frigate, open } = await startFrigateSite();
  const place = await freshSqlite();
  await (await open(async () => place)).close();
  const knife = frigate.track({ start_time: NOON });
  frigate.failList(true);
  const site = await open(async () => place);
  site.expectLogLine(/cannot read Frigate's list of events/);
  await expect.poll(() => site.logLines().join()).toMatch(/cannot read Frigate's list of events/);
  frigate.failList(false);
  await site.detected(knife);
  await expect.poll(() => site.logLines().join()).toMatch(/the list of events of Frigate is read again/);
});

test('after an outage of the broker the server reconnects and reads the missed events from the list', async () => {
  const { broker, frigate, open } = await startFrigateSite();
  const site = await open(freshSqlite);
  site.allowLogLine(/MQTT broker cannot be reached/);
  await broker.end('SIGTERM');
  const missed = frigate.track({ start_time: NOON });
  await broker.start();
  // The broker retains Frigate's `online` message and sends it on each connect.
  await site.detected(missed);
  const knife = frigate.track({ start_time: NOON + 1 });
  await frigate.change(knife, {}, 'new');
  await site.detected(knife);
});

/** Prepares two servers on one database. */
async function twoPlaces() {
  const place = await freshPostgres();
  const { dataDir } = await freshSqlite();
  return [async () => place, async () => ({ ...place, dataDir })] as const;
}

test('several servers that receive the same events store one detection of each', async () => {
  const { frigate, open } = await startFrigateSite();
  const [place, other] = await twoPlaces();
  const [here, there] = [await open(place), await open(other)];
  const events = [1, 2, 3, 4].map((second) => frigate.track({ start_time: NOON + second }));
  await Promise.all(events.map((event) => frigate.change(event, {}, 'new')));
  for (const event of events) await there.detected(event);
  await Promise.all([here.close(), there.close()]);
  expect((await detectionsIn(await open(place))).sort()).toEqual([...events].sort());
});

test('several servers that missed the same events store one detection of each', async () => {
  const { frigate, open } = await startFrigateSite();
  const [place, other] = await twoPlaces();
  await (await open(place)).close();
  const missed = [1, 2, 3, 4].map((second) => frigate.track({ start_time: NOON + second }));
  const [here, there] = await Promise.all([open(place), open(other)]);
  for (const event of missed) await there.detected(event);
  expect((await detectionsIn(here)).sort()).toEqual([...missed].sort());
});

async function detectionsIn({ detections }: Pick<Guarded, 'detections'>) {
  return (await detections()).map(({ track_id }) => track_id);
}
