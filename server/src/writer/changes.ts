import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { FramePlace, FrameWriter } from '../frames/frame-store.ts';
import { addComment, type NewCommentRow } from './add-comment.ts';
import { appendEvent } from './append-event.ts';
import type { StoredDetection } from './new-detection.ts';
import { framesOf, removeWhatBelongsTo } from './removal.ts';
import type { ServerSlot } from './server-slot.ts';

/**
 * Every change to stored detections. On SQLite each begins with a write, so that it waits for its turn instead of failing.
 * @param options.onEraseFailure the rows are gone, the bytes stay queued: the next step of maintenance tries again
 */
export function createChanges(options: {
  database: Database;
  frames: FrameWriter;
  serverSlot: ServerSlot;
  onEraseFailure: (error: Error) => void;
}) {
  const { database, frames, serverSlot, onEraseFailure } = options;
  const { kysely, dialect } = database;

  /** The row as it was, or null when there is none (any more). Its frame is erased before this resolves, unless the disk refuses. */
  async function remove(id: number): Promise<StoredDetection | null> {
    const slot = await serverSlot.current();
    const removed = await kysely.transaction().execute(async (transaction) => {
      const row = await transaction.deleteFrom('detection').where('id', '=', id).returningAll().executeTakeFirst();
      if (row === undefined) return null;
      await removeWhatBelongsTo(transaction, { rows: [row], slot });
      await appendEvent(transaction, { dialect, kind: 'deleted', detectionId: id });
      return row;
    });
    // Its own bytes alone: behind a clearing the queue can be long.
    const own = removed === null ? [] : framesOf([removed]);
    if (own.length > 0) await erase(own).catch(onEraseFailure);
    return removed;
  }

  /**
   * How many there were. Report keys stay, so that a late repeat brings nothing back. Without its row no frame can be
   * read any more; the bytes of the first are destroyed before this resolves, those of very many by maintenance, in
   * steps: reports must not wait for them.
   */
  async function clear(): Promise<number> {
    const count = await kysely.transaction().execute(async (transaction) => {
      // Reports of other servers are in before this or come after it, rows and counters alike.
      if (dialect === 'postgres') await sql`lock table detection in exclusive mode`.execute(transaction);
      const totals = await transaction.deleteFrom('counter').where('kind', '=', 'total').returning('value').execute();
      await frames.queueAll(transaction);
      // SQLite drops the pages of a table deleted without a condition. On PostgreSQL truncate would be faster, and would
      // wait for every reader: for the recount too, which takes its next step only when this is done.
      await transaction.deleteFrom('detection').execute();
      await transaction.deleteFrom('comment').execute();
      await transaction.deleteFrom('counter').execute();
      await appendEvent(transaction, { dialect, kind: 'cleared', detectionId: null });
      return totals.reduce((sum, { value }) => sum + value, 0);
    });
    await settleErasures();
    return count;
  }

  /** Destroys the bytes of some frames whose rows are gone. @returns whether there may be more to do at once */
  async function settleErasures(): Promise<boolean> {
    try {
      // In the order of the key: else PostgreSQL would walk over all that was erased before, step by step.
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

  return { remove, clear, comment: (row: NewCommentRow) => addComment(database, row), settleErasures };
}

export type Changes = ReturnType<typeof createChanges>;

/** Rows of PostgreSQL, or whole segments: some hundredths of a second. */
export const ERASURES_PER_STEP = 100;
