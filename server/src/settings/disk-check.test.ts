import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshPostgres, freshSqlite } from '../../test/data/on-both-databases.ts';
import { canMount, smallDisk } from '../../test/data/small-disk.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';

async function checkOf({ dependencies }: Awaited<ReturnType<typeof buildTestApp>>) {
  const checks = (await dependencies.settings?.checkDuty()) ?? [];
  return checks.find(({ id }) => id === 'disk');
}

test.runIf(canMount())('a disk is unwise while it is nearly full', async () => {
  const { dataDir, freeBytes } = smallDisk(64);
  const file = join(dataDir, 'vedette.db');
  const app = await buildTestApp(async () => ({ dataDir, address: { dialect: 'sqlite', file } }), { team: true });
  expect(await checkOf(app)).toMatchObject({ state: 'ok', title: expect.stringContaining('kept for ever') });
  const other = join(dataDir, 'other');
  const left = 5 * 1024 * 1024;
  writeFileSync(other, Buffer.alloc(freeBytes() - left));
  expect(await checkOf(app)).toMatchObject({ state: 'unwise', todo: expect.stringContaining('`RETENTION_DAYS`') });
  rmSync(other);
  expect(await checkOf(app)).toMatchObject({ state: 'ok' });
});

test('a disk that has room is well', async () => {
  const app = await buildTestApp(freshSqlite, { team: true, retentionDays: 30 });
  expect(await checkOf(app)).toMatchObject({ title: expect.stringMatching(/% of the disk .*30 days$/) });
});

test('the disk of PostgreSQL is not seen, so that detections have to end', async () => {
  const forEver = await buildTestApp(freshPostgres, { team: true });
  expect(await checkOf(forEver)).toMatchObject({ state: 'unknown' });
  const ending = await buildTestApp(freshPostgres, { team: true, retentionDays: 30 });
  expect(await checkOf(ending)).toMatchObject({ state: 'ok', title: 'Detections are kept for 30 days' });
});
