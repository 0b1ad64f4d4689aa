import { type Kysely, sql } from 'kysely';
import { type AuditActor, appendAudit } from '../db/audit/append-audit.ts';
import type { DeviceTable, Schema } from '../db/schema.ts';

type DeviceChange = { changes: Partial<Pick<DeviceTable, 'name' | 'location'>>; by?: AuditActor | undefined };

/** `by` goes to the audit log, in the transaction of the change; absent: the server itself. */
export type DeviceStore = {
  list: () => Promise<DeviceTable[]>;
  find: (id: string) => Promise<DeviceTable | undefined>;
  /** The changed device; undefined when there is none. */
  change: (id: string, change: DeviceChange) => Promise<DeviceTable | undefined>;
  /** The key until now becomes the old one, in place of any older one. */
  replaceKey: (
    id: string,
    key: { hash: string; oldUntil: number; by?: AuditActor | undefined },
  ) => Promise<DeviceTable | undefined>;
  insert: (device: DeviceTable, by?: AuditActor) => Promise<void>;
  /** Adds to the set of labels of which the device has reported too many different ones. */
  markOtherLabels: (id: string, bits: number) => Promise<void>;
  /** Returns whether the device existed. */
  remove: (id: string, by?: AuditActor) => Promise<boolean>;
};

export function deviceStore(kysely: Kysely<Schema>): DeviceStore {
  return {
    list: () => kysely.selectFrom('device').selectAll().orderBy('created_at').orderBy('id').execute(),
    find: (id) => kysely.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirst(),
    insert: (device, by = null) => kysely.transaction().execute((transaction) => insertDevice(transaction, device, by)),
    change: (id, { changes, by = null }) =>
      kysely.transaction().execute(async (transaction) => {
        const update = transaction.updateTable('device').where('id', '=', id);
        const device = await update
          .set({ id, ...changes })
          .returningAll()
          .executeTakeFirst();
        if (device !== undefined && Object.keys(changes).length > 0) {
          await appendAudit(transaction, {
            kind: 'device.changed',
            actor: by,
            subject: `device:${id}`,
            details: changes,
          });
        }
        return device;
      }),
    replaceKey: (id, { hash, oldUntil, by = null }) =>
      kysely.transaction().execute(async (transaction) => {
        const device = await transaction
          .updateTable('device')
          .set((row) => ({ old_key_hash: row.ref('key_hash'), old_key_until: oldUntil, key_hash: hash }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        const details = { name: device?.name, old_key_until: oldUntil };
        if (device !== undefined)
          await appendAudit(transaction, { kind: 'device.key-rotated', actor: by, subject: `device:${id}`, details });
        return device;
      }),
    markOtherLabels: async (id, bits) => {
      await kysely
        .updateTable('device')
        .set({ other_labels: sql`other_labels | ${sql.lit(bits)}` })
        .where('id', '=', id)
        .execute();
    },
    remove: (id, by = null) =>
      kysely.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom('device')
          .where('id', '=', id)
          .returning(['name', 'location', 'created_at'])
          .executeTakeFirst();
        await transaction.deleteFrom('drill_schedule').where('device_id', '=', id).execute();
        await transaction.deleteFrom('drill').where('device_id', '=', id).execute();
        if (removed === undefined) return false;
        await appendAudit(transaction, {
          kind: 'device.revoked',
          actor: by,
          subject: `device:${id}`,
          details: removed,
        });
        return true;
      }),
  };
}

async function insertDevice(transaction: Kysely<Schema>, device: DeviceTable, by: AuditActor): Promise<void> {
  const { id, name, location } = device;
  await transaction.insertInto('device').values(device).execute();
  await appendAudit(transaction, {
    kind: 'device.registered',
    ...{ actor: by, subject: `device:${id}`, details: { name, location } },
  });
}
