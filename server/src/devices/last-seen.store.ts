import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

export type LastSeenStore = {
  /** Takes times by device id. Returns false when the database is busy, and has then written nothing. */
  write: (seen: ReadonlyMap<string, number>) => Promise<boolean>;
  close: () => Promise<void>;
};

export function lastSeenStore(database: Database): LastSeenStore {
  return database.dialect === 'sqlite' ? inSqlite(database.sqlite.name) : inPostgres(database.kysely);
}

/**
 * A connection of its own without a busy timeout, because the main thread must not block while the writer commits. It
 * neither syncs nor checkpoints, because times that a power cut loses do not matter.
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
      // Rows are locked in the order of ids, so that servers that write times of the same devices do not deadlock.
      await sql`update device set last_seen_at = greatest(coalesce(last_seen_at, 0), seen.at)
        from (select d.id, s.at from unnest(${ids}::text[], ${times}::bigint[]) as s (id, at)
          join device d on d.id = s.id order by d.id for update of d) as seen
        where device.id = seen.id`.execute(kysely);
      return true;
    },
    async close() {},
  };
}
