import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { closeFormer, lockEvents, readIncidentState } from './incident-state.ts';
import { incidentValues } from './keep-incidents.postgres.ts';
import { createSqliteIncidents } from './keep-incidents.sqlite.ts';
import { SIGHTED, spansOf } from './spans.ts';

const ROWS_PER_STEP = 500;
/** Nothing waits for them. */
const ROWS_AT_ONCE = 5_000;

/** Groups all stored detections at once: for databases that were filled in SQL. */
export async function groupAllStored(database: Database): Promise<void> {
  const newest = database.kysely.selectFrom('detection').select(sql<number>`coalesce(max(id), 0)`.as('id'));
  await database.kysely.updateTable('incident_state').set({ ungrouped_after: 0, ungrouped_to: newest }).execute();
  const step = createGroupingOfStored(database, ROWS_AT_ONCE);
  while (await step());
}

/**
 * Adds detections that an older version stored to incidents, in the order of their ids.
 * @returns the next step, which resolves to whether more is due at once
 */
export function createGroupingOfStored(database: Database, rowsPerStep = ROWS_PER_STEP): () => Promise<boolean> {
  const { kysely } = database;
  const keepInSqlite = database.dialect === 'sqlite' ? createSqliteIncidents(database.sqlite) : null;
  let isDone = false;

  return async () => {
    if (isDone) return false;
    const known = await readIncidentState(kysely);
    // Reports do not wait for a lock that nothing needs.
    isDone = known.after >= known.to;
    if (isDone) return false;
    const more = await kysely.transaction().execute(async (transaction) => {
      await lockEvents(transaction);
      const { after, to, gapMs } = await readIncidentState(transaction);
      if (after >= to) return false;
      const rows = await transaction
        .selectFrom('detection')
        .select(['id', ...SIGHTED])
        .where('id', '>', after)
        .where('id', '<=', to)
        .orderBy('id')
        .limit(rowsPerStep)
        .execute();
      const spans = spansOf(rows, gapMs);
      if (keepInSqlite !== null) keepInSqlite(spans, gapMs);
      else await sql`select keep_incidents(${sql.join([gapMs, ...incidentValues(spans)])})`.execute(transaction);
      await closeFormer(transaction);
      const last = rows.length < rowsPerStep ? to : (rows.at(-1)?.id ?? to);
      await transaction.updateTable('incident_state').set({ ungrouped_after: last }).execute();
      return last < to;
    });
    isDone = !more;
    return more;
  };
}
