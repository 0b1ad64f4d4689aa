import type { Kysely } from 'kysely';
import type { DeviceTable, Schema } from '../db/schema.ts';
import type { CallingDevice } from '../http/guards/closed-by-default.ts';

/** How far Frigate's list of events was read, in seconds of Frigate's clock. */
export type ListPosition = {
  /** Nothing that began before is taken: it was there before this server knew of this Frigate. */
  since: number;
  readTo: number;
};

export type KnownCamera = CallingDevice | 'revoked';

export type FrigateStore = {
  position: (prefix: string) => Promise<ListPosition | null>;
  savePosition: (prefix: string, position: ListPosition) => Promise<void>;
  /** Whether a report of this key is stored, or was before it was deleted. */
  isStored: (deviceId: string, eventId: string) => Promise<boolean>;
  /** The device of a camera; undefined for a camera that was never seen. */
  find: (id: string) => Promise<KnownCamera | undefined>;
  countCameras: (prefix: string) => Promise<number>;
  /** Does nothing when it is known: another server may have added it, or somebody revoked it. */
  addCamera: (prefix: string, device: DeviceTable) => Promise<void>;
  /** Its cameras that are devices. */
  devicesOf: (prefix: string) => Promise<Pick<DeviceTable, 'id' | 'name'>[]>;
};

export function frigateStore(kysely: Kysely<Schema>): FrigateStore {
  return {
    async position(prefix) {
      const row = await kysely.selectFrom('frigate_list').selectAll().where('prefix', '=', prefix).executeTakeFirst();
      return row === undefined ? null : { since: row.since, readTo: row.read_to };
    },
    async savePosition(prefix, { since, readTo }) {
      await kysely
        .insertInto('frigate_list')
        .values({ prefix, since, read_to: readTo })
        // Another server may have read further.
        .onConflict((conflict) =>
          conflict.column('prefix').doUpdateSet({ read_to: readTo }).where('frigate_list.read_to', '<', readTo),
        )
        .execute();
    },
    async isStored(deviceId, eventId) {
      const row = await kysely
        .selectFrom('report_key')
        .select('detection_id')
        .where('device_id', '=', deviceId)
        .where('event_id', '=', eventId)
        .executeTakeFirst();
      return row !== undefined;
    },
    async find(id) {
      // One statement, because another server may be adding it.
      const row = await kysely
        .selectFrom('frigate_camera')
        .leftJoin('device', 'device.id', 'frigate_camera.device_id')
        .select(['device.name', 'device.location'])
        .where('frigate_camera.device_id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return row.name === null ? 'revoked' : { id, name: row.name, location: row.location };
    },
    async countCameras(prefix) {
      const { count } = await kysely
        .selectFrom('frigate_camera')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('prefix', '=', prefix)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async addCamera(prefix, device) {
      await kysely.transaction().execute(async (transaction) => {
        const added = await transaction
          .insertInto('frigate_camera')
          .values({ device_id: device.id, prefix })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows === 1n) await transaction.insertInto('device').values(device).execute();
      });
    },
    devicesOf: (prefix) =>
      kysely
        .selectFrom('frigate_camera')
        .innerJoin('device', 'device.id', 'frigate_camera.device_id')
        .select(['device.id', 'device.name'])
        .where('frigate_camera.prefix', '=', prefix)
        .execute(),
  };
}
