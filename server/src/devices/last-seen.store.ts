import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

export type LastSeenStore = {
  /** Device id → time. Answers false, having written nothing, when the database is busy with something else. */
  write: (seen: ReadonlyMap<string, number>) => Promise<boolean>;
  close: () => Promise<void>;
};

export function lastSeenStore(database: Database): LastSeenStore {
  return database.dialect === 'sqlite' ? inSqlite(database.sqlite.name) : inPostgres(database.kysely);
}

/**
 * A connection of its own that never waits: while the writer of detections commits, the main thread must not stand
 * still for this. It neither syncs nor checkpoints; a time that a power cut takes back is of no use anyway.
 */
function inSqlite(file: string): LastSeenStore {
  const sqlite = new Sqlite(file, { timeout: 0 });
  sqlite.pragma('synchronous = NORMAL');
  sqlite.pragma('wal_autocheckpoint = 0');
  sqlite.pragma('cache_size = -256');
  const update = sqlite.prepare('update device set last_seen_at = ? where id = ?');
  const updateAll = sqlite.transaction((seen: ReadonlyMap<string, number>) => {
    for (const [id, at] of seen) update.run(at, id);
  });
  return {
    async write(seen) {
      try {
        updateAll.immediate(seen);
        return true;
      } catch (error) {
        if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false;
        throw error;
      }
    },
    async close() {
      sqlite.close();
    },
  };
}

function inPostgres(kysely: Database['kysely']): LastSeenStore {
  return {
    async write(seen) {
      const ids = [...seen.keys()];
      const times = [...seen.values()];
      // Several servers may have heard of one device; locking in the order of ids keeps them from locking each other out.
      await sql`update device set last_seen_at = greatest(coalesce(last_seen_at, 0), seen.at)
        from (select d.id, s.at from unnest(${ids}::text[], ${times}::bigint[]) as s (id, at)
          join device d on d.id = s.id order by d.id for update of d) as seen
        where device.id = seen.id`.execute(kysely);
      return true;
    },
    async close() {},
  };
}
