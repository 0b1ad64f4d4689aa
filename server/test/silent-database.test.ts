import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/database.ts';
import { registerDevice } from '../src/devices/devices.actions.ts';
import { deviceStore } from '../src/devices/devices.store.ts';
import { freshPostgres } from './data/on-both-databases.ts';
import { aReport, asJson } from './data/reports.ts';
import { cuttableProxy } from './doubles/cuttable-proxy.ts';
import { addressOf, startServer } from './servers/start-server.ts';

test('a server whose database does not respond ends within 10 seconds and logs that the shutdown was incomplete', async () => {
  const { address, dataDir } = await freshPostgres();
  const proxy = await cuttableProxy(address.dialect === 'postgres' ? address.url : '');
  const server = startServer({ DATA_DIR: dataDir, DATABASE_URL: proxy.url });
  const url = (await addressOf(server)).replace('localhost', '127.0.0.1');
  const database = openDatabase(address);
  onTestFinished(database.close);
  const { key } = await registerDevice({ store: deviceStore(database.kysely), now: Date.now }, { name: 'Gate camera' });
  const report = async () => {
    const { headers, body } = asJson(aReport(), null);
    const request = { method: 'POST', headers: { ...headers, authorization: `Bearer ${key}` }, body: body ?? null };
    return (await fetch(`${url}/api/ingest/detections`, request)).status;
  };
  expect(await report()).toBe(201);

  proxy.cut('silent');
  const unanswered = report().catch(() => 'no answer');
  await expect.poll(proxy.swallowed).toBeGreaterThan(0);
  const asked = performance.now();
  server.process.kill('SIGTERM');
  expect(await server.exit).toEqual({ code: 1, signal: null });
  expect(performance.now() - asked).toBeLessThan(10_000);
  expect(await unanswered).toBe(503);
  expect(server.output()).toMatch(/"left":\[.*"the writer".*cut short/);
});

test('a server whose database does not respond at the start fails after a time limit', async () => {
  const { address, dataDir } = await freshPostgres();
  const proxy = await cuttableProxy(address.dialect === 'postgres' ? address.url : '');
  proxy.cut('silent');
  const server = startServer({ DATA_DIR: dataDir, DATABASE_URL: proxy.url });
  expect(await server.exit).toEqual({ code: 1, signal: null });
  expect(server.output()).toMatch(/Vedette cannot start: The database does not respond/);
});
