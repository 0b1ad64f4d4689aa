import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { FrameWriter } from '../../frames/frame-store.ts';
import { appendEvent } from './append-event.ts';

/** Times in milliseconds since the epoch. `due`: the scheduled time that it is sent for, and the one after it. */
export type NewDrill = { deviceId: string; at: number; due?: { at: number; next: number } };
/** What became of a drill: a screen has painted it, or none had in time. */
export type DrillOutcome = { id: number; at: number; was: 'painted' | 'missed' };

/** Drills older than this are forgotten. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Takes the way of a report: the frame is synced, then its event commits. The row is there before, so that a drill that cannot
 * be sent is missed. The frame is erased at once; its place is queued with the event, so that a crash leaves nothing behind.
 * @returns the drill's id; null when another server sends it
 */
export async function storeDrill(
  { database: { kysely, dialect }, frames }: { database: Database; frames: FrameWriter },
  drill: NewDrill,
  frame: Uint8Array,
): Promise<number | null> {
  const id = await kysely.transaction().execute((transaction) => insertDrill(transaction, drill));
  if (id === null) return null;
  const [place = ''] = await frames.put([frame]);
  const stored = { place, size: frame.byteLength };
  await kysely.transaction().execute(async (transaction) => {
    await transaction.insertInto('frame_erasure').values(stored).execute();
    await appendEvent(transaction, { dialect, kind: 'drill', detectionId: null, drillId: id });
  });
  await frames.erase([stored]);
  await kysely.deleteFrom('frame_erasure').where('place', '=', place).execute();
  return id;
}

async function insertDrill(transaction: Kysely<Schema>, { deviceId, at, due }: NewDrill): Promise<number | null> {
  if (due !== undefined) {
    const { numUpdatedRows } = await transaction
      .updateTable('drill_schedule')
      .set({ next_at: due.next })
      .where('device_id', '=', deviceId)
      .where('next_at', '=', due.at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
  }
  const lastProof = transaction
    .selectFrom('drill')
    .select((expression) => expression.fn.max('id').as('id'))
    .where('device_id', '=', deviceId)
    .where('painted_at', 'is not', null);
  await transaction
    .deleteFrom('drill')
    .where('device_id', '=', deviceId)
    .where('sent_at', '<', at - KEPT_MS)
    .where('id', 'not in', lastProof.groupBy('device_id'))
    .execute();
  const { id } = await transaction
    .insertInto('drill')
    .values({ device_id: deviceId, sent_at: at, painted_at: null, missed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
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
