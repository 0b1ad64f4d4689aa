import { INCIDENT_STATES } from '@vedette/contract/answer';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';

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

/** Stores what a server is set to. After a change all detections are grouped again, in the background. */
export async function ensureIncidentGap({ kysely, dialect }: Database, gapMs: number): Promise<void> {
  if ((await readIncidentState(kysely)).gapMs === gapMs) return;
  await kysely.transaction().execute(async (transaction) => {
    // Reports that other servers are storing are grouped completely before or after this.
    if (dialect === 'postgres') await sql`lock table detection in exclusive mode`.execute(transaction);
    await lockEvents(transaction);
    await transaction.deleteFrom('incident').execute();
    await transaction.deleteFrom('merged_incident').execute();
    const newest = transaction.selectFrom('detection').select(sql<number>`coalesce(max(id), 0)`.as('id'));
    await transaction
      .updateTable('incident_state')
      .set({ gap_ms: gapMs, ungrouped_after: 0, ungrouped_to: newest })
      .execute();
  });
}

/** When a team begins to answer, what was last seen so long before needs no answer any more. */
const ANSWERED_FROM_MS = 60 * 60 * 1_000;
const NOTE = 'Seen before a team answered incidents';

/** Closes, without a verdict, what was seen while no team answered, up to an hour before it begins. */
export async function ensureTeam({ kysely }: Database, { team, now }: { team: boolean; now: number }): Promise<void> {
  const before = await kysely.selectFrom('incident_state').select('team').executeTakeFirstOrThrow();
  if (before.team === Number(team)) return;
  await kysely.transaction().execute(async (transaction) => {
    await lockEvents(transaction);
    await transaction
      .updateTable('incident_state')
      .set({ team: Number(team) })
      .execute();
    if (!team) return;
    const closed = INCIDENT_STATES.indexOf('closed');
    const isOver = sql<boolean>`state < ${closed} and last_at < ${now - ANSWERED_FROM_MS}`;
    const over = transaction
      .selectFrom('incident')
      .select([
        'id as incident_id',
        sql<number>`cast(${now} as bigint)`.as('closed_at'),
        sql<string>`${NOTE}`.as('note'),
      ])
      .where(isOver);
    await transaction
      .insertInto('incident_answer')
      .columns(['incident_id', 'closed_at', 'note'])
      .expression(over)
      .onConflict((conflict) => conflict.column('incident_id').doNothing())
      .execute();
    await transaction.updateTable('incident').set({ state: closed }).where(isOver).execute();
  });
}

/** Takes the lock under which all servers change incidents, that of the newest event. On SQLite it begins the transaction with a write. */
export async function lockEvents(transaction: Kysely<Schema>): Promise<void> {
  await transaction.updateTable('event_head').set({ seq: sql`seq` }).execute();
}
