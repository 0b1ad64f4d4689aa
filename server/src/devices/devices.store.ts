import { type Kysely, sql } from 'kysely';
import type { DeviceTable, Schema } from '../db/schema.ts';

export type DeviceStore = {
  list: () => Promise<DeviceTable[]>;
  find: (id: string) => Promise<DeviceTable | undefined>;
  /** The changed device; undefined when there is none. */
  change: (id: string, changes: Partial<Pick<DeviceTable, 'name' | 'location'>>) => Promise<DeviceTable | undefined>;
  /** The key until now becomes the old one, in place of any older one. */
  replaceKey: (id: string, key: { hash: string; oldUntil: number }) => Promise<DeviceTable | undefined>;
  insert: (device: DeviceTable) => Promise<void>;
  /** Adds to the set of labels of which the device has reported too many different ones. */
  markOtherLabels: (id: string, bits: number) => Promise<void>;
  /** Returns whether the device existed. */
  remove: (id: string) => Promise<boolean>;
};

export function deviceStore(kysely: Kysely<Schema>): DeviceStore {
  return {
    list: () => kysely.selectFrom('device').selectAll().orderBy('created_at').orderBy('id').execute(),
    find: (id) => kysely.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirst(),
    insert: async (device) => {
      await kysely.insertInto('device').values(device).execute();
    },
    change: (id, changes) =>
      Object.keys(changes).length === 0
        ? kysely.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirst()
        : kysely.updateTable('device').set(changes).where('id', '=', id).returningAll().executeTakeFirst(),
    replaceKey: (id, { hash, oldUntil }) =>
      kysely
        .updateTable('device')
        .set((row) => ({ old_key_hash: row.ref('key_hash'), old_key_until: oldUntil, key_hash: hash }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    markOtherLabels: async (id, bits) => {
      await kysely
        .updateTable('device')
        .set({ other_labels: sql`other_labels | ${sql.lit(bits)}` })
        .where('id', '=', id)
        .execute();
    },
    remove: (id) =>
      kysely.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('device')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await transaction.deleteFrom('drill_schedule').where('device_id', '=', id).execute();
        await transaction.deleteFrom('drill').where('device_id', '=', id).execute();
        return numDeletedRows > 0n;
      }),
  };
}
