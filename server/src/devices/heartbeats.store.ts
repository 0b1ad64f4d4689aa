import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { DeviceTable, Schema } from '../db/schema.ts';
import { sideConnection, writtenUnlessBusy } from './side-connection.ts';

export type HeartbeatRow = Pick<DeviceTable, 'id' | 'name' | 'heartbeat' | 'heartbeat_at' | 'heartbeat_state_since'>;
export type KeptHeartbeat = { heartbeat: string; at: number; stateSince: number };

export type HeartbeatStore = {
  /** Of every device. */
  read: () => Promise<HeartbeatRow[]>;
  /** Takes heartbeats by device id. Returns false when the database is busy, and has then written nothing. */
  write: (kept: ReadonlyMap<string, KeptHeartbeat>) => Promise<boolean>;
  close: () => Promise<void>;
};

export function heartbeatStore(database: Database): HeartbeatStore {
  const read = () => readAll(database.kysely);
  return database.dialect === 'sqlite'
    ? { read, ...inSqlite(database.sqlite.name) }
    : { read, ...inPostgres(database.kysely) };
}

function readAll(kysely: Kysely<Schema>): Promise<HeartbeatRow[]> {
  return kysely
    .selectFrom('device')
    .select(['id', 'name', 'heartbeat', 'heartbeat_at', 'heartbeat_state_since'])
    .execute();
}

function inSqlite(file: string): Omit<HeartbeatStore, 'read'> {
  const sqlite = sideConnection(file);
  const update = sqlite.prepare(
    'update device set heartbeat = ?, heartbeat_at = ?, heartbeat_state_since = ? where id = ?',
  );
  const updateAll = sqlite.transaction((kept: ReadonlyMap<string, KeptHeartbeat>) => {
    for (const [id, { heartbeat, at, stateSince }] of kept) update.run(heartbeat, at, stateSince, id);
  });
  return {
    write: async (kept) => writtenUnlessBusy(() => updateAll.immediate(kept)),
    async close() {
      sqlite.close();
    },
  };
}

function inPostgres(kysely: Kysely<Schema>): Omit<HeartbeatStore, 'read'> {
  return {
    async write(kept) {
      const ids = [...kept.keys()];
      const values = [...kept.values()];
      const texts = values.map(({ heartbeat }) => heartbeat);
      const times = values.map(({ at }) => at);
      const sinces = values.map(({ stateSince }) => stateSince);
      // Rows are locked in the order of ids, so that servers that write those of the same devices do not deadlock.
      await sql`update device set heartbeat = kept.heartbeat, heartbeat_at = kept.at, heartbeat_state_since = kept.since
        from (select d.id, k.heartbeat, k.at, k.since
          from unnest(${ids}::text[], ${texts}::text[], ${times}::bigint[], ${sinces}::bigint[])
            as k (id, heartbeat, at, since)
          join device d on d.id = k.id
          where coalesce(d.heartbeat_at, 0) <= k.at order by d.id for update of d) as kept
        where device.id = kept.id`.execute(kysely);
      return true;
    },
    async close() {},
  };
}
