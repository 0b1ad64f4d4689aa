import { DRILL_MISSED_MS } from '@vedette/contract/drill';
import { type Kysely, sql } from 'kysely';
import { type AuditActor, appendAudit } from '../../db/audit/append-audit.ts';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { CallingDevice } from '../../http/guards/closed-by-default.ts';

export type DrillRow = {
  id: number;
  device_id: string;
  device: string;
  sent_at: number;
  painted_at: number | null;
  missed_at: number | null;
};

export type DeviceDrillsRow = {
  device_id: string;
  device: string;
  every_s: number;
  last_id: number | null;
  last_proven_at: number | null;
};

/** A registered device, how often its drill is due, and when. */
export type DueDrill = CallingDevice & { every_s: number; next_at: number };

export type DrillStore = {
  /** Each device with a schedule or a drill, with the id of its last one. */
  devices: () => Promise<DeviceDrillsRow[]>;
  /** Sets how often; the next one is due at once. Whether the device exists. */
  schedule: (deviceId: string, everyS: number, by: { actor: AuditActor; now: number }) => Promise<boolean>;
  /** The devices whose drill is due. */
  due: (now: number) => Promise<DueDrill[]>;
  /** Drills that no screen has painted in time. */
  overdue: (now: number) => Promise<number[]>;
};

/** Of devices that are still registered. */
export async function readDrills(
  kysely: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DrillRow>> {
  if (ids.length === 0) return new Map();
  const rows = await kysely
    .selectFrom('drill')
    .innerJoin('device', 'device.id', 'drill.device_id')
    .selectAll('drill')
    .select('device.name as device')
    .where('drill.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export function createDrillStore({ kysely }: Pick<Database, 'kysely'>): DrillStore {
  return {
    devices: async () => {
      const { rows } = await sql<DeviceDrillsRow>`
        select device.id as device_id, device.name as device, coalesce(drill_schedule.every_s, 0) as every_s,
          (select max(id) from drill where drill.device_id = device.id) as last_id,
          (select max(painted_at) from drill where drill.device_id = device.id and painted_at is not null) as last_proven_at
        from device left join drill_schedule on drill_schedule.device_id = device.id
        order by device.name, device.id`.execute(kysely);
      return rows.filter(({ every_s, last_id }) => every_s > 0 || last_id !== null);
    },

    schedule: (deviceId, everyS, { actor, now }) =>
      kysely.transaction().execute(async (transaction) => {
        const before = await transaction
          .updateTable('drill_schedule')
          .set(({ ref }) => ({ every_s: ref('every_s') }))
          .where('device_id', '=', deviceId)
          .returning('every_s')
          .executeTakeFirst();
        const device = await transaction
          .selectFrom('device')
          .select('name')
          .where('id', '=', deviceId)
          .executeTakeFirst();
        if (device === undefined) return false;
        if (everyS === 0) {
          await transaction.deleteFrom('drill_schedule').where('device_id', '=', deviceId).execute();
        } else {
          const row = { every_s: everyS, next_at: now };
          await transaction
            .insertInto('drill_schedule')
            .values({ device_id: deviceId, ...row })
            .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
            .execute();
        }
        const from = before?.every_s ?? 0;
        if (from !== everyS) {
          const about = {
            actor,
            subject: `device:${deviceId}`,
            details: { name: device.name, from, to: everyS },
            at: now,
          };
          await appendAudit(transaction, { kind: 'drills.scheduled', ...about });
        }
        return true;
      }),

    due: (now) =>
      kysely
        .selectFrom('drill_schedule')
        .innerJoin('device', 'device.id', 'drill_schedule.device_id')
        .select(['device.id', 'device.name', 'device.location', 'every_s', 'next_at'])
        .where('next_at', '<=', now)
        .execute(),

    overdue: async (now) => {
      const rows = await kysely
        .selectFrom('drill')
        .select('id')
        .where('painted_at', 'is', null)
        .where('missed_at', 'is', null)
        .where('sent_at', '<', now - DRILL_MISSED_MS)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
