import { INCIDENT_STATES } from '@vedette/contract/answer';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { appendEvent } from '../thread/append-event.ts';

/** The gap of all stored incidents, and the detections that are in none yet: those with ids above `after`, up to `to`. */
export type IncidentState = { gapMs: number; after: number; to: number };

export async function readIncidentState(kysely: Kysely<Schema>): Promise<IncidentState> {
  const row = await kysely.selectFrom('incident_state').selectAll().executeTakeFirstOrThrow();
  return { gapMs: row.gap_ms, after: row.ungrouped_after, to: row.ungrouped_to };
}

export function isGrouped({ after, to }: IncidentState, id: number): boolean {
  return id <= after || id > to;
}

/** The same in SQL, for rows of `detection`. */
export function areGrouped({ after, to }: IncidentState) {
  return sql<boolean>`not (detection.id > ${after} and detection.id <= ${to})`;
}

/** Stores what a server is set to. After a change all detections are grouped again, in the background, and a team begins anew. */
export async function ensureIncidentGap(
  { kysely, dialect }: Database,
  { gapMs, now }: { gapMs: number; now: number },
): Promise<void> {
  if ((await readIncidentState(kysely)).gapMs === gapMs) return;
  await kysely.transaction().execute(async (transaction) => {
    // Reports that other servers are storing are grouped completely before or after this.
    if (dialect === 'postgres') await sql`lock table detection in exclusive mode`.execute(transaction);
    await lockEvents(transaction);
    await transaction.deleteFrom('incident').execute();
    await transaction.deleteFrom('merged_incident').execute();
    // Answers go with the incidents that they are of.
    await transaction.deleteFrom('incident_answer').execute();
    await transaction.deleteFrom('incident_action').execute();
    const newest = transaction.selectFrom('detection').select(sql<number>`coalesce(max(id), 0)`.as('id'));
    await transaction
      .updateTable('incident_state')
      .set({
        gap_ms: gapMs,
        ungrouped_after: 0,
        ungrouped_to: newest,
        team_since: sql`case when team_since is null then null else cast(${now - ANSWERED_FROM_MS} as bigint) end`,
      })
      .execute();
  });
}

/** When a team begins to answer, nobody has to answer what was last seen so long before. */
const ANSWERED_FROM_MS = 60 * 60 * 1_000;
const NOTE = 'Seen before a team answered incidents';

/** With the first start of a team, what was seen up to an hour before is closed, without a verdict. */
export async function ensureTeam(
  { kysely, dialect }: Database,
  { team, now }: { team: boolean; now: number },
): Promise<void> {
  const { team_since } = await kysely.selectFrom('incident_state').select('team_since').executeTakeFirstOrThrow();
  if (!team || team_since !== null) return;
  await kysely.transaction().execute(async (transaction) => {
    await lockEvents(transaction);
    await transaction
      .updateTable('incident_state')
      .set({ team_since: now - ANSWERED_FROM_MS })
      .execute();
    await closeFormer(transaction);
    await appendEvent(transaction, { dialect, kind: 'reset', detectionId: null });
  });
}

/** Closes what was last seen before a team answered, unless somebody has answered it. */
export async function closeFormer(transaction: Kysely<Schema>): Promise<void> {
  const { team_since } = await transaction.selectFrom('incident_state').select('team_since').executeTakeFirstOrThrow();
  if (team_since === null) return;
  const closed = INCIDENT_STATES.indexOf('closed');
  const isFormer = sql<boolean>`state = 0 and last_at < ${team_since}
    and not exists (select 1 from incident_action where incident_action.incident_id = incident.id)`;
  const former = transaction
    .selectFrom('incident')
    .select([
      'id as incident_id',
      sql<number>`cast(${team_since} as bigint)`.as('closed_at'),
      sql<string>`${NOTE}`.as('note'),
    ])
    .where(isFormer);
  await transaction
    .insertInto('incident_answer')
    .columns(['incident_id', 'closed_at', 'note'])
    .expression(former)
    .onConflict((conflict) => conflict.column('incident_id').doNothing())
    .execute();
  await transaction.updateTable('incident').set({ state: closed }).where(isFormer).execute();
}

/** Takes the lock under which all servers change incidents, that of the newest event. On SQLite it begins the transaction with a write. */
export async function lockEvents(transaction: Kysely<Schema>): Promise<void> {
  await transaction.updateTable('event_head').set({ seq: sql`seq` }).execute();
}
