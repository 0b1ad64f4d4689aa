import { type Kysely, sql } from 'kysely';
import { EVENTS_CHANNEL } from '../../db/channels.ts';
import type { Database } from '../../db/database.ts';
import type { EventKind, Schema } from '../../db/schema.ts';

type NewEvent = {
  dialect: Database['dialect'];
  kind: EventKind;
  detectionId: number | null;
  incidentId?: number | null;
  drillId?: number | null;
  detail?: string | null;
};

/** Writes an event with the next number. The head's row stays locked until the commit, which then notifies the other servers. */
export async function appendEvent(
  transaction: Kysely<Schema>,
  { dialect, kind, detectionId, incidentId = null, drillId = null, detail = null }: NewEvent,
): Promise<void> {
  const { seq } = await transaction
    .updateTable('event_head')
    .set({ seq: sql`seq + 1` })
    .returning('seq')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('event')
    .values({ seq, kind, detection_id: detectionId, incident_id: incidentId, drill_id: drillId, detail })
    .execute();
  if (dialect === 'postgres') await sql`select pg_notify(${EVENTS_CHANNEL}, ${String(seq)})`.execute(transaction);
}
