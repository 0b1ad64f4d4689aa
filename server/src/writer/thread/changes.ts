import { sql } from 'kysely';
import { type AuditActor, appendAudit } from '../../db/audit/append-audit.ts';
import type { Database } from '../../db/database.ts';
import type { FramePlace, FrameWriter } from '../../frames/frame-store.ts';
import { changeEscalation, type EscalationChange } from '../escalation/change-escalation.ts';
import { answerIncident, type NewAction } from '../incidents/answer-incident.ts';
import { removeSightings } from '../incidents/remove-sightings.ts';
import type { StoredDetection } from '../new-detection.ts';
import { addComment, type NewCommentRow } from './add-comment.ts';
import { appendEvent } from './append-event.ts';
import { clearingEntries, deletionEntries, newestRows } from './audit-deletions.ts';
import { framesOf, removeDependents } from './removal.ts';
import type { ServerSlot } from './server-slot.ts';
import { type DrillOutcome, type NewDrill, settleDrill, storeDrill } from './store-drill.ts';

/**
 * Every change to stored detections. On SQLite each begins with a write, so that it waits for the write lock: a read that
 * turns into a write would fail with SQLITE_BUSY.
 * @param options.onEraseFailure called when the bytes of deleted rows could not be erased: they stay queued for maintenance
 */
export function createChanges(options: {
  database: Database;
  frames: FrameWriter;
  serverSlot: ServerSlot;
  onEraseFailure: (error: Error) => void;
}) {
  const { database, frames, serverSlot, onEraseFailure } = options;
  const { kysely, dialect } = database;

  /** Returns the deleted row, or null when there was none. Its frame is erased before this resolves, unless the disk refuses. */
  async function remove(id: number, by: AuditActor = null): Promise<StoredDetection | null> {
    const slot = await serverSlot.current();
    const removed = await kysely.transaction().execute(async (transaction) => {
      const row = await transaction.deleteFrom('detection').where('id', '=', id).returningAll().executeTakeFirst();
      if (row === undefined) return null;
      await removeDependents(transaction, { rows: [row], slot });
      await appendEvent(transaction, { dialect, kind: 'deleted', detectionId: id });
      const incidents = (await removeSightings(transaction, [row])).flat();
      // Which of the incident's other detections are in which part is more than an event says.
      if (incidents.length > 1) await appendEvent(transaction, { dialect, kind: 'reset', detectionId: null });
      await appendAudit(transaction, deletionEntries(row, { incidents, by }));
      return row;
    });
    // Only the frame of this row, because the queue can be long after a clearing.
    const own = removed === null ? [] : framesOf([removed]);
    if (own.length > 0) await erase(own).catch(onEraseFailure);
    return removed;
  }

  /**
   * Deletes all detections and returns their number. Report keys stay, so that a late repeat is not stored again. A frame
   * cannot be read without its row; the bytes of the first frames are erased before this resolves, the rest by maintenance
   * in steps, so that reports do not wait for them.
   */
  async function clear(by: AuditActor = null): Promise<number> {
    const count = await kysely.transaction().execute(async (transaction) => {
      // Reports of other servers commit completely before or after this, with their counters.
      if (dialect === 'postgres') await sql`lock table detection in exclusive mode`.execute(transaction);
      const totals = await transaction.deleteFrom('counter').where('kind', '=', 'total').returning('value').execute();
      const newest = await newestRows(transaction);
      await frames.queueAll(transaction);
      // Without a condition SQLite drops whole pages. PostgreSQL's truncate would wait for every reader, also for the
      // recount, which takes its next step only after this.
      await transaction.deleteFrom('detection').execute();
      await transaction.deleteFrom('comment').execute();
      await transaction.deleteFrom('counter').execute();
      await appendEvent(transaction, { dialect, kind: 'cleared', detectionId: null });
      await transaction.deleteFrom('incident').execute();
      await transaction.deleteFrom('merged_incident').execute();
      await transaction.deleteFrom('incident_answer').execute();
      await transaction.deleteFrom('incident_action').execute();
      await transaction.updateTable('incident_state').set({ ungrouped_after: 0, ungrouped_to: 0 }).execute();
      const count = totals.reduce((sum, { value }) => sum + value, 0);
      await appendAudit(transaction, clearingEntries(newest, { count, by }));
      return count;
    });
    await settleErasures();
    return count;
  }

  /** Erases some of the queued frames. @returns whether more may be queued */
  async function settleErasures(): Promise<boolean> {
    try {
      // Ordered by the key: otherwise PostgreSQL would scan the dead rows of earlier steps each time.
      const due = await kysely
        .selectFrom('frame_erasure')
        .selectAll()
        .orderBy('place')
        .limit(ERASURES_PER_STEP)
        .execute();
      if (due.length > 0) await erase(due);
      return due.length === ERASURES_PER_STEP;
    } catch (error) {
      onEraseFailure(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  }

  async function erase(due: readonly FramePlace[]): Promise<void> {
    await frames.erase(due);
    const places = due.map(({ place }) => place);
    await kysely.deleteFrom('frame_erasure').where('place', 'in', places).execute();
  }

  return {
    remove,
    clear,
    comment: (row: NewCommentRow) => addComment(database, row),
    answer: (action: NewAction) => answerIncident(database, action),
    drill: (drill: NewDrill, frame: Uint8Array) => storeDrill({ database, frames }, drill, frame),
    settleDrill: (outcome: DrillOutcome) => settleDrill(database, outcome),
    escalate: (change: EscalationChange) => changeEscalation(database, change),
    settleErasures,
  };
}

export type Changes = ReturnType<typeof createChanges>;

/** So many rows of PostgreSQL or segments take some hundredths of a second. */
export const ERASURES_PER_STEP = 100;
