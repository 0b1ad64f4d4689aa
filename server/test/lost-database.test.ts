import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { recount } from '../src/writer/counters/recount.ts';
import { connectCamera } from './data/camera.ts';
import { newDetection } from './data/new-detection.ts';
import { freshPostgres } from './data/on-both-databases.ts';
import { openStore } from './data/open-store.ts';
import { aReport, asJson } from './data/reports.ts';
import { buildTestApp } from './servers/build-test-app.ts';

type Place = Awaited<ReturnType<typeof freshPostgres>>;

/** A connection to the server's database that the server does not know. */
async function administer({ address }: Place) {
  const client = new pg.Client({ connectionString: address.dialect === 'postgres' ? address.url : '' });
  await client.connect();
  onTestFinished(() => client.end());
  return {
    cutAllConnections: () =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`),
    query: (text: string) => client.query(text),
    slotsHeld: async () => {
      const { rows } = await client.query(`select objid from pg_locks
        where locktype = 'advisory' and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database())`);
      return rows.map(({ objid }) => Number(objid)).sort();
    },
  };
}

test('a server under load whose database connections are cut answers 503 and continues', async () => {
  const place = await freshPostgres();
  const { cutAllConnections } = await administer(place);
  const app = await buildTestApp(async () => place, { deviceRateLimit: 0 });
  app.expectLogLine(/not stored|not answer|cannot|could not be|no notifications|Maintenance|slow/);
  const camera = await connectCamera(app);
  const statuses: number[] = [];
  let cutting = true;
  const accepted = () => statuses.filter((status) => status === 201).length;
  const cameras = Array.from({ length: 8 }, async () => {
    while (cutting) statuses.push((await camera.send(asJson(aReport(), null))).status);
  });
  for (let cut = 0; cut < 5; cut += 1) {
    const before = accepted();
    await expect.poll(accepted).toBeGreaterThan(before + 20);
    await cutAllConnections();
  }
  const before = accepted();
  await expect.poll(accepted).toBeGreaterThan(before + 20);
  cutting = false;
  await Promise.all(cameras);
  expect([...new Set(statuses)].sort()).toEqual([201, 503]);
  const guard = await app.signIn();
  const stats = await app.api.inject({ url: '/api/detections/stats', headers: guard });
  // A commit without a response may have succeeded; the device then repeats the report with the same id.
  expect(stats.json().total).toBeGreaterThanOrEqual(accepted());
  for await (const drift of recount(place.address)) expect(drift).toEqual([]);
});

test('a server that has lost its slot claims a free one', async () => {
  const place = await freshPostgres();
  const { cutAllConnections, slotsHeld } = await administer(place);
  const first = await openStore(place);
  await first.writer.add(newDetection(), null);
  await cutAllConnections();
  await expect.poll(slotsHeld).toEqual([]);
  const second = await openStore(place);
  await expect.poll(() => first.writer.add(newDetection(), null).then(Boolean, () => false)).toBe(true);
  await second.writer.add(newDetection(), null);
  expect(await slotsHeld()).toEqual([0, 1]);
  const totals = await first.database.kysely.selectFrom('counter').selectAll().where('kind', '=', 'total').execute();
  expect(totals.map(({ slot, value }) => [slot, value]).sort()).toEqual([
    [0, 2],
    [1, 1],
  ]);
});

test('a server does not start while every slot is taken, and claims the first that is released', async () => {
  const place = await freshPostgres();
  const { query, slotsHeld } = await administer(place);
  const first = await openStore(place);
  await query(`select pg_advisory_lock(classid::int, slot) from generate_series(1, 63) slot, pg_locks
    where locktype = 'advisory' and objsubid = 2 and objid = 0`);
  expect(await slotsHeld()).toHaveLength(64);
  await expect(openStore(place)).rejects.toThrow('More than 64 servers on one database');
  await first.close();
  await expect.poll(slotsHeld).toHaveLength(63);
  const next = await openStore(place);
  await next.writer.add(newDetection(), null);
  const counters = await next.database.kysely.selectFrom('counter').select('slot').distinct().execute();
  expect(counters).toEqual([{ slot: 0 }]);
});
