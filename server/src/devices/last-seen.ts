import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';

export type LastSeen = {
  /** Notes an accepted report; costs the report nothing. */
  note: (deviceId: string) => void;
  /** Writes what is noted. */
  flush: () => Promise<void>;
  stop: () => Promise<void>;
};

type Parts = { database: Database; now: () => number; log: Log };
type Write = (seen: ReadonlyMap<string, number>) => Promise<void>;

const FLUSH_MS = 1_000;

/** Keeps `last_seen_at` up to date, once a second at most whatever the devices do. */
export function lastSeen({ database, now, log }: Parts): LastSeen {
  const writer = database.dialect === 'sqlite' ? sqliteWriter(database) : postgresWriter(database);
  let noted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (noted.size === 0) return;
    const seen = noted;
    noted = new Map();
    try {
      await writer.write(seen);
    } catch (error) {
      // Nothing is lost by waiting: newer times win over those put back.
      noted = new Map([...seen, ...noted]);
      if (!isBusy(error)) log.warn({ err: error }, 'cannot write when devices were last seen; trying again');
      schedule();
    }
  }

  function schedule(): void {
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  return {
    note(deviceId) {
      noted.set(deviceId, now());
      schedule();
    },
    flush,
    async stop() {
      await flush();
      clearTimeout(timer);
      await writer.close();
    },
  };
}

/**
 * A connection of its own that never waits: while the writer of detections commits, the main thread must not stand
 * still for this. It neither syncs nor checkpoints; a time that a power cut takes back is of no use anyway.
 */
function sqliteWriter(database: Database & { dialect: 'sqlite' }): { write: Write; close: () => Promise<void> } {
  const sqlite = new Sqlite(database.sqlite.name, { timeout: 0 });
  sqlite.pragma('synchronous = NORMAL');
  sqlite.pragma('wal_autocheckpoint = 0');
  sqlite.pragma('cache_size = -256');
  const update = sqlite.prepare('update device set last_seen_at = ? where id = ?');
  const updateAll = sqlite.transaction((seen: ReadonlyMap<string, number>) => {
    for (const [id, at] of seen) update.run(at, id);
  });
  return { write: async (seen) => updateAll.immediate(seen), close: async () => void sqlite.close() };
}

function postgresWriter({ kysely }: Database): { write: Write; close: () => Promise<void> } {
  const write: Write = async (seen) => {
    const ids = [...seen.keys()].sort();
    const times = ids.map((id) => seen.get(id));
    // Several servers may have heard of one device; locking in the order of ids keeps them from locking each other out.
    await sql`update device set last_seen_at = greatest(coalesce(last_seen_at, 0), seen.at)
      from (select d.id, s.at from unnest(${ids}::text[], ${times}::bigint[]) as s (id, at)
        join device d on d.id = s.id order by d.id for update of d) as seen
      where device.id = seen.id`.execute(kysely);
  };
  return { write, close: async () => {} };
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
