import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { sideConnection, writtenUnlessBusy } from './side-connection.ts';

export type LastSeenStore = {
  /** Takes times by device id. Returns false when the database is busy, and has then written nothing. */
  write: (seen: ReadonlyMap<string, number>) => Promise<boolean>;
  close: () => Promise<void>;
};

export function lastSeenStore(database: Database): LastSeenStore {
  return database.dialect === 'sqlite' ? inSqlite(database.sqlite.name) : inPostgres(database.kysely);
}

function inSqlite(file: string): LastSeenStore {
  const sqlite = sideConnection(file);
  const update = sqlite.prepare('update device set last_seen_at = ? where id = ?');
  const updateAll = sqlite.transaction((seen: ReadonlyMap<string, number>) => {
    for (const [id, at] of seen) update.run(at, id);
  });
  return {
    write: async (seen) => writtenUnlessBusy(() => updateAll.immediate(seen)),
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
