import type { DeliveryState } from '@vedette/contract/escalation';
import { DELIVERY_STATES } from '@vedette/contract/escalation';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { DeliveryTable } from '../db/tables/escalation.ts';

export type DeliveryRow = Selectable<DeliveryTable>;

export const stateNumber = (state: DeliveryState) => DELIVERY_STATES.indexOf(state);

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

export function createDeliveryStore(kysely: Kysely<Schema>) {
  const asked = stateNumber('asked');

  return {
    due: (now: number, limit: number): Promise<DeliveryRow[]> =>
      kysely
        .selectFrom('delivery')
        .selectAll()
        .where('state', '=', sql<number>`0`)
        .where('attempt_at', '<=', now)
        .orderBy('attempt_at')
        .limit(limit)
        .execute(),

    /** True at one server, which may try it until the lease ends. */
    async claim({ id, attempt_at }: DeliveryRow, leaseUntil: number): Promise<boolean> {
      const claimed = await kysely
        .updateTable('delivery')
        .set({ attempt_at: leaseUntil, attempts: sql`attempts + 1` })
        .where('id', '=', id)
        .where('state', '=', asked)
        .where('attempt_at', '=', attempt_at)
        .returning('id')
        .executeTakeFirst();
      return claimed !== undefined;
    },

    /** Ends a claimed attempt, unless another server has taken the delivery over since. */
    async settle(id: number, leaseUntil: number, change: Partial<Omit<DeliveryRow, 'id'>>): Promise<boolean> {
      const settled = await kysely
        .updateTable('delivery')
        .set(change)
        .where('id', '=', id)
        .where('state', '=', asked)
        .where('attempt_at', '=', leaseUntil)
        .returning('id')
        .executeTakeFirst();
      return settled !== undefined;
    },

    /** Returns its id. */
    async add(delivery: Insertable<DeliveryTable>): Promise<number> {
      const { id } = await kysely.insertInto('delivery').values(delivery).returning('id').executeTakeFirstOrThrow();
      return id;
    },

    byId: (id: number): Promise<DeliveryRow | undefined> =>
      kysely.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Those of an incident and of the incidents that became part of it, in order. */
    async ofIncident(incidentId: number, limit: number): Promise<DeliveryRow[]> {
      const merged = await kysely
        .selectFrom('merged_incident')
        .select('id')
        .where('into_id', '=', incidentId)
        .limit(1_000)
        .execute();
      return kysely
        .selectFrom('delivery')
        .selectAll()
        .where('incident_id', 'in', [incidentId, ...merged.map(({ id }) => id)])
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /** The newest first. */
    failed: (limit: number): Promise<DeliveryRow[]> =>
      kysely
        .selectFrom('delivery')
        .selectAll()
        .where('state', '=', sql<number>`2`)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    /** Asks for a failed delivery once more, even when its incident was answered. Returns false when it has not failed. */
    async retry(id: number, now: number): Promise<boolean> {
      const retried = await kysely
        .updateTable('delivery')
        .set({ state: asked, attempts: 0, attempt_at: now, error: null, forced: 1 })
        .where('id', '=', id)
        .where('state', '=', stateNumber('failed'))
        .returning('id')
        .executeTakeFirst();
      return retried !== undefined;
    },

    /** The first opening counts. */
    async noteOpened(id: number, { at, by }: { at: number; by: string }): Promise<void> {
      await kysely
        .updateTable('delivery')
        .set({ opened_at: at, opened_by: by })
        .where('id', '=', id)
        .where('opened_at', 'is', null)
        .execute();
    },
  };
}
