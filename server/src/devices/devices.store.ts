import type { Kysely } from 'kysely';
import type { DeviceTable, Schema } from '../db/schema.ts';

export type DeviceStore = {
  list: () => Promise<DeviceTable[]>;
  find: (id: string) => Promise<DeviceTable | undefined>;
  insert: (device: DeviceTable) => Promise<void>;
  /** Tells whether there was one. */
  remove: (id: string) => Promise<boolean>;
};

export function deviceStore(kysely: Kysely<Schema>): DeviceStore {
  return {
    list: () => kysely.selectFrom('device').selectAll().orderBy('created_at').orderBy('id').execute(),
    find: (id) => kysely.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirst(),
    insert: async (device) => {
      await kysely.insertInto('device').values(device).execute();
    },
    remove: async (id) => {
      const { numDeletedRows } = await kysely.deleteFrom('device').where('id', '=', id).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
