import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { FramePlace } from '../../frames/frame-store.ts';
import { type Counted, counterDeltas } from '../counters/counters.ts';

/** The columns of deleted rows that `removeDependents` needs. */
type Removed = Counted & { id: number; frame_place: string | null; frame_size: number | null };

/** Deletes the comments of deleted detections, lowers the counters and queues the frames for erasure, in the deleting transaction. */
export async function removeDependents(
  transaction: Kysely<Schema>,
  { rows, slot }: { rows: readonly Removed[]; slot: number },
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await transaction.deleteFrom('comment').where('detection_id', 'in', ids).execute();
  const frames = framesOf(rows);
  if (frames.length > 0) await transaction.insertInto('frame_erasure').values(frames).execute();
  await transaction
    .insertInto('counter')
    .values(counterDeltas(rows, -1).map((delta) => ({ ...delta, slot })))
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key', 'slot']).doUpdateSet({ value: sql`counter.value + excluded.value` }),
    )
    .execute();
}

export function framesOf(rows: readonly Removed[]): FramePlace[] {
  return rows.flatMap(({ frame_place: place, frame_size }) =>
    place === null ? [] : [{ place, size: frame_size ?? 0 }],
  );
}
