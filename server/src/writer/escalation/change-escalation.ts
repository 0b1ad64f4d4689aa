import type { ReceiverKind } from '@vedette/contract/escalation';
import type { DueRung } from '@vedette/contract/escalation-rule';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { DeliveryTable } from '../../db/tables/escalation.ts';
import { lockEvents } from '../incidents/incident-state.ts';
import { appendEvent } from '../thread/append-event.ts';

/** A rung that is due, whom it reaches, and what screens are told. */
export type FiringRung = DueRung & {
  kinds: readonly ReceiverKind[];
  deliveries: readonly NewDelivery[];
  /** JSON text. */
  detail: string;
};

export type NewDelivery = Pick<
  Insertable<DeliveryTable>,
  'kind' | 'receiver' | 'receiver_name' | 'idempotency_key' | 'state' | 'error'
>;

/** The rungs of an incident in a round under a policy. */
export type Firing = { incidentId: number; round: number; policyVersion: number; rungs: readonly FiringRung[] };

export type EscalationChange = { at: number } & (
  | { do: 'fire'; firings: readonly Firing[] }
  | { do: 'check delivery'; incidentId: number }
);

/** How many events it wrote. */
export type EscalationChanged = { events: number };

/** The index in `DELIVERY_STATES`. */
const FAILED = 2;

/**
 * Changes escalations under the lock that orders the commits of all servers: a rung fires before somebody answers or not at
 * all, and once at one of the servers.
 */
export function changeEscalation(database: Database, change: EscalationChange): Promise<EscalationChanged> {
  const { kysely, dialect } = database;
  return kysely.transaction().execute(async (transaction) => {
    await lockEvents(transaction);
    const context = { transaction, dialect, at: change.at };
    if (change.do === 'check delivery') return { events: await noteUndelivered(context, change.incidentId) };
    let events = 0;
    for (const firing of change.firings) events += await fire(context, firing);
    return { events };
  });
}

type Context = { transaction: Kysely<Schema>; dialect: Database['dialect']; at: number };

async function fire(context: Context, firing: Firing): Promise<number> {
  const { transaction, dialect, at } = context;
  const { incidentId, round, policyVersion } = firing;
  if (!(await isOpen(transaction, firing))) return 0;
  const claimed = await transaction
    .updateTable('escalation')
    .set({ round, policy_version: policyVersion })
    .where('incident_id', '=', incidentId)
    // Another server may have begun the round with a newer policy.
    .where((where) => where.or([where('round', '!=', round), where('policy_version', '=', policyVersion)]))
    .returning('incident_id')
    .executeTakeFirst();
  if (claimed === undefined) return 0;
  let events = 0;
  for (const { rule, rung, due_at, kinds, deliveries, detail } of firing.rungs) {
    const place = { incident_id: incidentId, round, policy_version: policyVersion, rule, rung };
    const fired = await transaction
      .insertInto('escalation_rung')
      .values({ ...place, due_at, fired_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('rung')
      .executeTakeFirst();
    if (fired === undefined) continue;
    if (deliveries.length > 0) {
      await transaction
        .insertInto('delivery')
        .values(deliveries.map((delivery) => ({ ...place, ...delivery, asked_at: at, due_at, attempt_at: at })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await show(transaction, { incidentId, detail, begins: kinds.includes('screens') });
    await appendEvent(transaction, { dialect, kind: 'escalated', detectionId: null, incidentId, detail });
    events += 1;
  }
  return events + (events > 0 ? await noteUndelivered(context, incidentId) : 0);
}

/** A later rung of another kind says how long it has been unanswered. */
async function show(
  transaction: Kysely<Schema>,
  { incidentId, detail, begins }: { incidentId: number; detail: string; begins: boolean },
): Promise<void> {
  const all = transaction.updateTable('escalation').set({ shown: detail }).where('incident_id', '=', incidentId);
  await (begins ? all : all.where('shown', 'is not', null)).execute();
}

async function isOpen(transaction: Kysely<Schema>, { incidentId, round }: Firing): Promise<boolean> {
  const incident = await transaction
    .selectFrom('incident')
    .select('state')
    .where('id', '=', incidentId)
    .executeTakeFirst();
  return incident?.state === 0 && (await roundOf(transaction, incidentId)) === round;
}

/** The id of the action that reopened an incident last, and its time. */
export async function latestReopening(kysely: Kysely<Schema>, incidentId: number) {
  return kysely
    .selectFrom('incident_action')
    .select(['id', 'at'])
    .where('incident_id', '=', incidentId)
    .where('kind', '=', 'reopened')
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function roundOf(kysely: Kysely<Schema>, incidentId: number): Promise<number> {
  return (await latestReopening(kysely, incidentId))?.id ?? 0;
}

/** Marks an unanswered incident of which everything sent outside has failed. */
async function noteUndelivered({ transaction, dialect, at }: Context, incidentId: number): Promise<number> {
  const deliveries = sql`from delivery where delivery.incident_id = escalation.incident_id
    and delivery.round = escalation.round`;
  const marked = await transaction
    .updateTable('escalation')
    .set({ undelivered_since: at })
    .where('incident_id', '=', incidentId)
    .where('undelivered_since', 'is', null)
    .where(sql<boolean>`exists (select 1 ${deliveries} and state = ${FAILED})`)
    .where(sql<boolean>`not exists (select 1 ${deliveries} and state in (0, 1))`)
    .where(
      sql<boolean>`exists (select 1 from incident where incident.id = escalation.incident_id and incident.state = 0)`,
    )
    .returning('incident_id')
    .executeTakeFirst();
  if (marked === undefined) return 0;
  await appendEvent(transaction, { dialect, kind: 'undelivered', detectionId: null, incidentId });
  return 1;
}
