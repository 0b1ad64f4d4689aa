import { type Kysely, sql } from 'kysely';
import type { DeviceTable, Schema } from '../db/schema.ts';

export type DeviceStore = {
  list: () => Promise<DeviceTable[]>;
  find: (id: string) => Promise<DeviceTable | undefined>;
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
    markOtherLabels: async (id, bits) => {
      await kysely
        .updateTable('device')
        .set({ other_labels: sql`other_labels | ${sql.lit(bits)}` })
        .where('id', '=', id)
        .execute();
    },
    remove: async (id) => {
      const { numDeletedRows } = await kysely.deleteFrom('device').where('id', '=', id).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
