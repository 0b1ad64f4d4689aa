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

/** Takes the lock under which all servers change incidents, that of the newest event. On SQLite it begins the transaction with a write. */
export async function lockEvents(transaction: Kysely<Schema>): Promise<void> {
  await transaction.updateTable('event_head').set({ seq: sql`seq` }).execute();
}
