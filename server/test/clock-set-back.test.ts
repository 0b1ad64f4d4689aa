import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectCamera } from './data/camera.ts';
import { freshSqlite, onBothDatabases } from './data/on-both-databases.ts';
import { aReport, asJson } from './data/reports.ts';
import { buildTestApp } from './servers/build-test-app.ts';
import { aVisitor } from './servers/visitor.ts';

const HOUR_MS = 3_600_000;
const wrong = { email: 'ana@gmail.com', password: 'wrong password' };
const message = { name: 'Ana', email: 'ana@example.org', message: 'Is anybody there?' };

onBothDatabases('a clock that is set back by an hour', (fresh) => {
  test('delays no device for longer than its rate requires', async () => {
    const app = await buildTestApp(fresh, { deviceRateLimit: 1 });
    const camera = await connectCamera(app);
    const report = async () =>
      (await camera.send(asJson(aReport({ timestamp: '2025-01-15T10:00:00.000Z' }), null))).status;
    expect([await report(), await report()]).toEqual([201, 429]);
    app.clock.setBack(HOUR_MS);
    app.clock.advance(1_000);
    expect(await report()).toBe(201);
  });

  test('delays no sign-in or message for longer than its limit requires', async () => {
    const app = await buildTestApp(fresh);
    const ana = aVisitor(app);
    const signIn = async () => (await ana.post('/auth/sign-in/email', wrong)).statusCode;
    const write = async () => (await ana.post('/contact', message)).statusCode;
    for (let time = 0; time < 5; time += 1) expect([await signIn(), await write()]).toEqual([401, 201]);
    expect([await signIn(), await write()]).toEqual([429, 429]);
    app.clock.setBack(HOUR_MS);
    for (let time = 0; time < 3; time += 1) {
      app.clock.advance(60_000);
      expect([await signIn(), await write()]).toEqual([401, 201]);
    }
    // The old time does not allow more requests either.
    for (let time = 0; time < 5; time += 1) await signIn();
    expect([await signIn(), await write()]).toEqual([429, 429]);
  });
});

test('a server whose frames are restored is ready again although its clock was set back', async () => {
  const app = await buildTestApp(freshSqlite);
  app.expectLogLine(/the frame store does not answer/);
  const directory = join(app.dependencies.config.dataDir, 'frames');
  rmSync(directory, { recursive: true });
  const ready = async () => (await app.api.inject('/api/health/ready')).statusCode;
  expect(await ready()).toBe(503);
  mkdirSync(directory);
  app.clock.setBack(HOUR_MS);
  app.clock.advance(1_000);
  expect(await ready()).toBe(200);
});
