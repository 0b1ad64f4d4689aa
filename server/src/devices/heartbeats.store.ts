import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { DeviceTable, Schema } from '../db/schema.ts';
import { sideConnection, writtenUnlessBusy } from './side-connection.ts';

export type HeartbeatRow = Pick<DeviceTable, 'id' | 'name' | 'heartbeat' | 'heartbeat_at' | 'heartbeat_state_since'>;
export type HeartbeatColumns = { heartbeat: string; at: number; stateSince: number };

export type HeartbeatStore = {
  /** Reads the heartbeat of every device. */
  read: () => Promise<HeartbeatRow[]>;
  /** Writes heartbeats by device id. Returns false when the database is busy and nothing was written. */
  write: (heartbeats: ReadonlyMap<string, HeartbeatColumns>) => Promise<boolean>;
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
  const updateAll = sqlite.transaction((heartbeats: ReadonlyMap<string, HeartbeatColumns>) => {
    for (const [id, { heartbeat, at, stateSince }] of heartbeats) update.run(heartbeat, at, stateSince, id);
  });
  return {
    write: async (heartbeats) => writtenUnlessBusy(() => updateAll.immediate(heartbeats)),
    async close() {
      sqlite.close();
    },
  };
}

function inPostgres(kysely: Kysely<Schema>): Omit<HeartbeatStore, 'read'> {
  return {
    async write(heartbeats) {
      const ids = [...heartbeats.keys()];
      const values = [...heartbeats.values()];
      const texts = values.map(({ heartbeat }) => heartbeat);
      const times = values.map(({ at }) => at);
      const sinces = values.map(({ stateSince }) => stateSince);
      // Rows are locked in the order of ids, so that servers that write the same devices do not deadlock.
      await sql`update device set heartbeat = given.heartbeat, heartbeat_at = given.at, heartbeat_state_since = given.since
        from (select d.id, k.heartbeat, k.at, k.since
          from unnest(${ids}::text[], ${texts}::text[], ${times}::bigint[], ${sinces}::bigint[])
            as k (id, heartbeat, at, since)
          join device d on d.id = k.id
          where coalesce(d.heartbeat_at, 0) <= k.at order by d.id for update of d) as given
        where device.id = given.id`.execute(kysely);
      return true;
    },
    async close() {},
  };
}
