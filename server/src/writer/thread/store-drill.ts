import type { Database } from '../../db/database.ts';
import type { FrameWriter } from '../../frames/frame-store.ts';
import { appendEvent } from './append-event.ts';

/** Times in milliseconds since the epoch. */
export type NewDrill = { deviceId: string; at: number };
/** What became of a drill: a screen has painted it, or none had in time. */
export type DrillOutcome = { id: number; at: number; was: 'painted' | 'missed' };

/** Drills older than this are forgotten. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Takes the way of a report: the frame is synced, then a row and its event commit. The frame is erased at once; its place is
 * queued with the row, so that a crash leaves nothing behind.
 * @returns the drill's id
 */
export async function storeDrill(
  { database: { kysely, dialect }, frames }: { database: Database; frames: FrameWriter },
  { deviceId, at }: NewDrill,
  frame: Uint8Array,
): Promise<number> {
  const [place = ''] = await frames.put([frame]);
  const stored = { place, size: frame.byteLength };
  const id = await kysely.transaction().execute(async (transaction) => {
    await transaction.insertInto('frame_erasure').values(stored).execute();
    await transaction
      .deleteFrom('drill')
      .where('device_id', '=', deviceId)
      .where('sent_at', '<', at - KEPT_MS)
      .execute();
    const drill = await transaction
      .insertInto('drill')
      .values({ device_id: deviceId, sent_at: at, painted_at: null, missed_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await appendEvent(transaction, { dialect, kind: 'drill', detectionId: null, drillId: Number(drill.id) });
    return Number(drill.id);
  });
  await frames.erase([stored]);
  await kysely.deleteFrom('frame_erasure').where('place', '=', place).execute();
  return id;
}

/** @returns whether this is news: a drill is painted once, and missed only while no screen has painted it */
export function settleDrill({ kysely, dialect }: Database, { id, at, was }: DrillOutcome): Promise<boolean> {
  return kysely.transaction().execute(async (transaction) => {
    const update = transaction.updateTable('drill').where('id', '=', id).where('painted_at', 'is', null);
    const changed =
      was === 'painted'
        ? await update.set({ painted_at: at }).returning('id').executeTakeFirst()
        : await update.where('missed_at', 'is', null).set({ missed_at: at }).returning('id').executeTakeFirst();
    if (changed === undefined) return false;
    await appendEvent(transaction, { dialect, kind: 'drill', detectionId: null, drillId: id });
    return true;
  });
}
