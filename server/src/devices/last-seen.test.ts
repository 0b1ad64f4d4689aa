import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { registerDevice } from './devices.actions.ts';

test('last-seen times are written later, without blocking, while another connection writes', async () => {
  const { dependencies } = await buildTestApp(freshSqlite);
  const { database, deviceStore: store, lastSeen, now } = dependencies;
  if (database.dialect !== 'sqlite') throw new Error('asked for SQLite');
  const { device } = await registerDevice({ store, now }, { name: 'Gate' });
  const other = new Sqlite(database.sqlite.name);
  onTestFinished(() => void other.close());
  other.exec('begin immediate');

  lastSeen.note(device.id);
  await lastSeen.flush();
  expect(await store.find(device.id)).toMatchObject({ last_seen_at: null });

  other.exec('rollback');
  await lastSeen.flush();
  expect(await store.find(device.id)).toMatchObject({ last_seen_at: now() });
});
