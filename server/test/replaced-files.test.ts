import { randomFillSync } from 'node:crypto';
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recount } from '../src/writer/counters/recount.ts';
import { connectCamera } from './data/camera.ts';
import { frameBytes } from './data/new-detection.ts';
import { freshSqlite } from './data/on-both-databases.ts';
import { aReport, asJpeg, asJson } from './data/reports.ts';
import { buildTestApp, type TestApp } from './servers/build-test-app.ts';

async function openSite() {
  const app = await buildTestApp(freshSqlite, { metrics: true });
  // The first check of the counters may begin while files are gone.
  app.allowLogLine(/Maintenance failed/);
  const camera = await connectCamera(app);
  const { dataDir } = app.dependencies.config;
  const report = async () => (await camera.send(asJpeg(aReport(), frameBytes()))).status;
  const bareReport = async () => (await camera.send(asJson(aReport(), null))).status;
  return { app, dataDir, database: join(dataDir, 'vedette.db'), report, bareReport };
}

async function readiness({ api, clock }: TestApp) {
  // Longer than a check is cached.
  clock.advance(1_000);
  const answer = await api.inject('/api/health/ready');
  return { status: answer.statusCode, message: answer.json().message };
}

function expectLoudLog(app: TestApp) {
  app.expectLogLine(/not stored/);
  app.expectLogLine(/the database has lost its file/);
}

test('a server whose database is renamed acknowledges nothing until it is restored', async () => {
  const { app, database, report, bareReport } = await openSite();
  expectLoudLog(app);
  expect(await report()).toBe(201);
  renameSync(database, `${database}.moved`);
  expect([await report(), await bareReport()]).toEqual([503, 503]);
  expect(await readiness(app)).toEqual({ status: 503, message: 'The database has lost its file' });
  renameSync(`${database}.moved`, database);
  expect(await report()).toBe(201);
  expect((await readiness(app)).status).toBe(200);
});

test('changes are refused while the database is missing', async () => {
  const { app, database, report } = await openSite();
  expect(await report()).toBe(201);
  const { writer } = app.dependencies;
  renameSync(database, `${database}.moved`);
  await expect(writer.remove(1)).rejects.toThrow();
  await expect(writer.clear()).rejects.toThrow();
  expect(existsSync(database)).toBe(false);
  renameSync(`${database}.moved`, database);
});

test('the check of the counters creates no database in place of one that is gone', async () => {
  const { database } = await openSite();
  renameSync(database, `${database}.moved`);
  await expect(recount({ dialect: 'sqlite', file: database }).next()).rejects.toThrow(/unable to open/);
  expect(existsSync(database)).toBe(false);
  renameSync(`${database}.moved`, database);
});

test('a server whose data folder is deleted acknowledges nothing', async () => {
  const { app, dataDir, report, bareReport } = await openSite();
  expectLoudLog(app);
  // The check after the start or maintenance may find the loss first.
  app.expectLogLine(/the frame store does not answer|Stored frames differ|Maintenance failed/);
  expect(await report()).toBe(201);
  rmSync(dataDir, { recursive: true });
  expect([await report(), await bareReport()]).toEqual([503, 503]);
  expect((await readiness(app)).status).toBe(503);
});

test('a server whose frames are moved away refuses frames and stores reports without one', async () => {
  const { app, dataDir, report, bareReport } = await openSite();
  app.expectLogLine(/not stored/);
  app.expectLogLine(/the frame store does not answer/);
  const frames = join(dataDir, 'frames');
  renameSync(frames, `${frames}-moved`);
  expect([await report(), await bareReport()]).toEqual([503, 201]);
  expect(await readiness(app)).toEqual({ status: 503, message: 'The frame store does not answer' });
  renameSync(`${frames}-moved`, frames);
  expect(await report()).toBe(201);
});

test('a database that another program overwrote is detected by its check, and reports are refused', async () => {
  const { app, database, report } = await openSite();
  app.expectLogLine(/the database is damaged|database disk image is malformed/);
  app.expectLogLine(/not stored/);
  const { integrity, database: open } = app.dependencies;
  for (let count = 0; count < 30; count += 1) expect(await report()).toBe(201);
  await integrity.run();
  expect(await readiness(app)).toEqual({ status: 200, message: 'The server is ready' });
  expect((await app.api.inject('/metrics')).body).toContain('vedette_database_intact 1');

  if (open.dialect !== 'sqlite') throw new Error('asked for SQLite');
  open.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  scribble(database);
  await integrity.run();
  expect(await readiness(app)).toEqual({ status: 503, message: 'The database is damaged' });
  expect(await report()).toBe(503);
  expect((await app.api.inject('/metrics')).body).toContain('vedette_database_intact 0');
});

/** Overwrites everything after the first page, which contains the header. */
function scribble(file: string) {
  const { size } = statSync(file);
  const fd = openSync(file, 'r+');
  writeSync(fd, randomFillSync(Buffer.alloc(size - 4_096)), 0, size - 4_096, 4_096);
  closeSync(fd);
}
