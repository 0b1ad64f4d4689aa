import { join } from 'node:path';
import { openDatabase } from '../db/database.ts';
import { openSnapshot } from '../db/snapshot.ts';
import type { ObjectStoreSettings } from '../object-store-settings.ts';
import { countTables, exportSnapshot } from './backup.store.ts';
import { checkFrames } from './check-frames.ts';
import { type Examined, examine } from './examine.ts';
import { listFrames } from './list-frames.ts';
import { FRAME_LIST } from './manifest.ts';
import { runPostgresProgram } from './postgres-program.ts';
import type { Say } from './progress.ts';

const DUMP = 'database.dump';

type Parts = {
  url: string;
  backup: string;
  /** Absent: frames are in the database. */
  objectStore: ObjectStoreSettings | undefined;
  say: Say;
};

/** Dumps one moment of the database, frames included, and examines that same moment. */
export async function backUpPostgres({ url, backup, objectStore, say }: Parts): Promise<Examined> {
  const file = join(backup, DUMP);
  // The snapshot rests for as long as pg_dump takes; it locks nothing that anybody waits for.
  const database = openDatabase({ dialect: 'postgres', url }, { maxIdleInTransactionMs: 0 });
  try {
    const { snapshot, end } = await openSnapshot(database);
    try {
      say('Dumping the database');
      const args = ['--format=custom', '--compress=1', '--no-owner', '--no-privileges', `--file=${file}`];
      const moment = await exportSnapshot(snapshot);
      await runPostgresProgram({ program: 'pg_dump', args: [...args, `--snapshot=${moment}`], url });
      say('Reading the dump again');
      await runPostgresProgram({ program: 'pg_restore', args: ['--file=/dev/null', file] });
      if (objectStore !== undefined) await listFrames(snapshot, join(backup, FRAME_LIST));
      // In a bucket they are compared with the rows as they are now: what has been deleted since is rightly gone.
      const kysely = objectStore === undefined ? snapshot : database.kysely;
      const frames = checkFrames({ kysely, dialect: 'postgres', frameLocation: { directory: '', objectStore } });
      return await examine({ kysely: snapshot, frames, say });
    } finally {
      await end();
    }
  } finally {
    await database.close();
  }
}

/** @throws when the database holds anything */
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

/** All of it or nothing. */
export async function restorePostgres({ url, backup, objectStore, say }: Parts): Promise<Examined> {
  say('Restoring the database');
  const args = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', join(backup, DUMP)];
  await runPostgresProgram({ program: 'pg_restore', args, url });
  const database = openDatabase({ dialect: 'postgres', url });
  try {
    const frames = checkFrames({ ...database, frameLocation: { directory: '', objectStore } });
    return await examine({ kysely: database.kysely, frames, say });
  } finally {
    await database.close();
  }
}
