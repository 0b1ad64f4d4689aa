import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { parsePlace, placesOf, segmentName } from './segment-files.ts';

/** The end of a segment's last live frame, in bytes; 0 when it has none. */
export async function endOfSegment(kysely: Kysely<Schema>, segment: number): Promise<number> {
  const last = await framesOf(kysely, segment).orderBy('frame_place', 'desc').limit(1).executeTakeFirst();
  return last?.frame_place ? (parsePlace(last.frame_place).offset ?? 0) + (last.frame_size ?? 0) : 0;
}

export async function hasLiveFrames(kysely: Kysely<Schema>, segment: number): Promise<boolean> {
  return (await framesOf(kysely, segment).limit(1).executeTakeFirst()) !== undefined;
}

/** Whether the segment or one of its frames is queued to be erased. */
export async function awaitsErasure(kysely: Kysely<Schema>, segment: number): Promise<boolean> {
  const queued = await kysely
    .selectFrom('frame_erasure')
    .select('place')
    .where('place', '>=', segmentName(segment))
    .where('place', '<', placesOf(segment).to)
    .limit(1)
    .executeTakeFirst();
  return queued !== undefined;
}

/** The sum of a segment's live frames, in bytes; an index-only read. */
export async function liveBytes(kysely: Kysely<Schema>, segment: number): Promise<number> {
  const { from, to } = placesOf(segment);
  const { bytes } = await kysely
    .selectFrom('detection')
    .select((expression) => expression.fn.sum<number | null>('frame_size').as('bytes'))
    .where('frame_place', '>', from)
    .where('frame_place', '<', to)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

function framesOf(kysely: Kysely<Schema>, segment: number) {
  const { from, to } = placesOf(segment);
  return kysely
    .selectFrom('detection')
    .select(['frame_place', 'frame_size'])
    .where('frame_place', '>', from)
    .where('frame_place', '<', to);
}
