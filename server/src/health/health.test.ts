import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { NotReadyAnswer, ReadyAnswer } from '@vedette/contract/health';
import { expect, test } from 'vitest';
import { expectShape } from '../../test/data/expect-shape.ts';
import { freshPostgres, freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { cuttableProxy } from '../../test/doubles/cuttable-proxy.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';
import { addressOf, startServer } from '../../test/servers/start-server.ts';

async function readReadiness({ api }: TestApp) {
  const answer = await api.inject('/api/health/ready');
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.json() };
}

onBothDatabases('a server', (fresh) => {
  test('is ready while database, queue, frame store and disk work', async () => {
    const { status, body } = await readReadiness(await buildTestApp(fresh));
    expect(status).toBe(200);
    expectShape(body, ReadyAnswer, ['success', 'message', 'timestamp', 'parts']);
    expect(body.parts).toEqual({
      database: { state: 'ok' },
      queue: { state: 'ok', reports: 0, reports_limit: 10_000, bytes: 0, bytes_limit: 256 * 1024 * 1024 },
      frames: { state: 'ok' },
      disk: { state: 'ok' },
    });
  });
});

test('a server whose database does not answer is not ready, but alive', async () => {
  const app = await buildTestApp(freshSqlite);
  app.expectLogLine(/the database does not answer/);
  await app.dependencies.database.close();
  expect((await app.api.inject('/api/health')).statusCode).toBe(200);
  const { status, retryAfter, body } = await readReadiness(app);
  expect([status, retryAfter]).toEqual([503, '5']);
  expectShape(body, NotReadyAnswer, ['success', 'message', 'code', 'parts']);
  expect(body).toMatchObject({ success: false, code: 'UNAVAILABLE', message: 'The database does not answer' });
  expect(body.parts).toMatchObject({
    database: { state: 'failing', message: 'The database does not answer' },
    queue: { state: 'ok' },
    frames: { state: 'ok' },
  });
});

test('a server without its frames is not ready, logs it once, and is ready again when they are restored', async () => {
  const app = await buildTestApp(freshSqlite);
  app.expectLogLine(/the frame store does not answer/);
  const { config } = app.dependencies;
  const directory = join(config.dataDir, 'frames');
  rmSync(directory, { recursive: true });
  for (let poll = 0; poll < 3; poll += 1) {
    const { status, body } = await readReadiness(app);
    expect([status, body.message]).toEqual([503, 'The frame store does not answer']);
    expect(body.parts.database).toEqual({ state: 'ok' });
    expect(JSON.stringify(body)).not.toContain(config.dataDir);
    app.clock.advance(1_000);
  }
  expect(app.logLines().filter((line) => line.includes('frame store'))).toHaveLength(1);
  mkdirSync(directory);
  expect((await readReadiness(app)).status).toBe(200);
  expect(app.logLines().at(-1)).toContain('the frame store answers again');
});

test('a server that cannot accept another report is not ready', async () => {
  const app = await buildTestApp(freshSqlite);
  const { writer } = app.dependencies;
  const limits = { reportsLimit: 10, bytesLimit: 20_000_000 };
  for (const [reports, bytes, committingMs, status] of [
    [9, 0, 0, 200],
    [10, 0, 0, 503],
    [2, 10_000_000, 19_000, 200],
    [2, 19_000_000, 0, 503],
    [0, 0, 21_000, 503],
  ] as const) {
    writer.waiting = () => ({ ...limits, reports, bytes, committingMs });
    const { status: answered, body } = await readReadiness(app);
    expect([answered, body.parts.queue]).toMatchObject([status, { reports, bytes, reports_limit: 10 }]);
  }
});

test('a server whose database does not respond reports it within seconds', async () => {
  const { address, dataDir } = await freshPostgres();
  const proxy = await cuttableProxy(address.dialect === 'postgres' ? address.url : '');
  const server = startServer({ DATA_DIR: dataDir, DATABASE_URL: proxy.url });
  const url = `${(await addressOf(server)).replace('localhost', '127.0.0.1')}/api/health/ready`;
  expect((await fetch(url)).status).toBe(200);
  proxy.cut('silent');
  await expect.poll(async () => (await fetch(url)).status).toBe(503);
  expect(await (await fetch(url)).json()).toMatchObject({
    parts: { database: { state: 'failing' }, queue: { state: 'ok' }, frames: { state: 'failing' } },
  });
});
