import type { Kysely } from 'kysely';
import { appendAudit } from '../db/audit/append-audit.ts';
import type { DeviceTable, Schema } from '../db/schema.ts';
import type { CallingDevice } from '../http/guards/closed-by-default.ts';

/** The position in Frigate's list of events, in seconds of Frigate's clock. */
export type ListPosition = {
  /** Events that started earlier are ignored: they are older than the first start with this Frigate. */
  since: number;
  readTo: number;
};

export type FrigateCamera = CallingDevice | 'revoked';

export type FrigateStore = {
  position: (prefix: string) => Promise<ListPosition | null>;
  savePosition: (prefix: string, position: ListPosition) => Promise<void>;
  /** Whether a report with this event id is stored, or was stored and deleted since. */
  isStored: (deviceId: string, eventId: string) => Promise<boolean>;
  /** Returns the camera with this device id; undefined for a new camera. */
  find: (id: string) => Promise<FrigateCamera | undefined>;
  countCameras: (prefix: string) => Promise<number>;
  /** Does nothing when the camera exists: another server may have added it, or it was revoked. */
  addCamera: (prefix: string, device: DeviceTable) => Promise<void>;
  /** Lists the cameras that are devices. */
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
        // Another server may have saved a later position.
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
      // One statement, because another server may be adding the camera.
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
        if (added.numInsertedOrUpdatedRows !== 1n) return;
        const { id, name, location } = device;
        await transaction.insertInto('device').values(device).execute();
        await appendAudit(transaction, {
          kind: 'device.registered',
          ...{ actor: null, subject: `device:${id}`, details: { name, location, frigate: prefix } },
        });
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
