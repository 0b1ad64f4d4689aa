import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../test/empty-folder.ts';
import { freshPostgres } from '../../test/on-both-databases.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openFrameReader } from './open-frame-reader.ts';

// The same of an object store is in frame-links.test.ts, where one goes away.

const options = { now: Date.now, onUnreachable: () => {} };

test('segments answer while their folder is there', async () => {
  const directory = emptyFolder();
  const database = openDatabase({ dialect: 'sqlite', file: ':memory:' });
  const frames = await openFrameReader({ database, home: { directory, objectStore: undefined }, ...options });
  await frames.check();
  rmSync(directory, { recursive: true });
  await expect(frames.check()).rejects.toThrow('no such file or directory');
  await frames.close();
  await database.close();
});

test('the table answers while the database does', async () => {
  const { address, dataDir: directory } = await freshPostgres();
  const database = openDatabase(address);
  await migrate(database);
  const frames = await openFrameReader({ database, home: { directory, objectStore: undefined }, ...options });
  await frames.check();
  await database.close();
  await expect(frames.check()).rejects.toThrow();
});
