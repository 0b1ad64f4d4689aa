import { join } from 'node:path';
import { openDatabase } from '../db/database.ts';
import { openSnapshot } from '../db/snapshot.ts';
import type { ObjectStoreSettings } from '../object-store-settings.ts';
import { countTables, exportSnapshot } from './backup.store.ts';
import { checkFrames } from './check-frames.ts';
import { listFrames } from './list-frames.ts';
import { FRAME_LIST } from './manifest.ts';
import { runPostgresProgram } from './postgres-program.ts';
import type { Print } from './progress.ts';
import { type Verified, verify } from './verify.ts';

const DUMP = 'database.dump';

type Parts = {
  url: string;
  backup: string;
  /** Absent: frames are in the database. */
  objectStore: ObjectStoreSettings | undefined;
  print: Print;
};

/** Dumps one snapshot of the database, including frames, and verifies the same snapshot. */
export async function backUpPostgres({ url, backup, objectStore, print }: Parts): Promise<Verified> {
  const file = join(backup, DUMP);
  // The snapshot is idle while pg_dump runs; it blocks no other query.
  const database = openDatabase({ dialect: 'postgres', url }, { maxIdleInTransactionMs: 0 });
  try {
    const { snapshot, end } = await openSnapshot(database);
    try {
      print('Dumping the database');
      const args = ['--format=custom', '--compress=1', '--no-owner', '--no-privileges', `--file=${file}`];
      const snapshotId = await exportSnapshot(snapshot);
      await runPostgresProgram({ program: 'pg_dump', args: [...args, `--snapshot=${snapshotId}`], url });
      print('Reading the dump again');
      await runPostgresProgram({ program: 'pg_restore', args: ['--file=/dev/null', file] });
      if (objectStore !== undefined) await listFrames(snapshot, join(backup, FRAME_LIST));
      // Frames in a bucket are compared with the current rows, because those deleted since are rightly missing.
      const kysely = objectStore === undefined ? snapshot : database.kysely;
      const frames = checkFrames({ kysely, dialect: 'postgres', frameLocation: { directory: '', objectStore } });
      return await verify({ kysely: snapshot, frames, print });
    } finally {
      await end();
    }
  } finally {
    await database.close();
  }
}

/** @throws when the database is not empty */
export async function refuseUsedDatabase(url: string): Promise<void> {
  const database = openDatabase({ dialect: 'postgres', url });
  try {
    const tables = await countTables(database);
    if (tables > 0)
      throw new Error(`The database holds ${tables} tables already: DATABASE_URL must name an empty one.`);
  } finally {
    await database.close();
  }
}

/** Restores in a single transaction. */
export async function restorePostgres({ url, backup, objectStore, print }: Parts): Promise<Verified> {
  print('Restoring the database');
  const args = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', join(backup, DUMP)];
  await runPostgresProgram({ program: 'pg_restore', args, url });
  const database = openDatabase({ dialect: 'postgres', url });
  try {
    const frames = checkFrames({ ...database, frameLocation: { directory: '', objectStore } });
    return await verify({ kysely: database.kysely, frames, print });
  } finally {
    await database.close();
  }
}
