import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../test/data/empty-folder.ts';
import { freshPostgres } from '../../test/data/on-both-databases.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openFrameReader } from './open-frame-reader.ts';

// The same check of an object store is tested in frame-links.test.ts.

const options = { now: Date.now, onUnreachable: () => {} };

test('the check of segments resolves while their folder exists', async () => {
  const directory = emptyFolder();
  const database = openDatabase({ dialect: 'sqlite', file: ':memory:' });
  const frames = await openFrameReader({ database, frameLocation: { directory, objectStore: undefined }, ...options });
  await frames.check();
  rmSync(directory, { recursive: true });
  await expect(frames.check()).rejects.toThrow('no such file or directory');
  await frames.close();
  await database.close();
});

test('the check of the frame table resolves while the database answers', async () => {
  const { address, dataDir: directory } = await freshPostgres();
  const database = openDatabase(address);
  await migrate(database);
  const frames = await openFrameReader({ database, frameLocation: { directory, objectStore: undefined }, ...options });
  await frames.check();
  await database.close();
  await expect(frames.check()).rejects.toThrow();
});
