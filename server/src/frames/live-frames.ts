import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** A frame as its row describes it. */
export type LiveFrame = { id: number; place: string; size: number; sha256: string };

/** Frames with rows, ordered by place, which is their order in the store; both bounds are exclusive. */
export async function liveFrames(options: {
  kysely: Kysely<Schema>;
  after: string;
  before: string;
  limit: number;
}): Promise<LiveFrame[]> {
  const rows = await options.kysely
    .selectFrom('detection')
    .select(['id', 'frame_place', 'frame_size', 'frame_sha256'])
    .where('frame_place', '>', options.after)
    .where('frame_place', '<', options.before)
    .orderBy('frame_place')
    .limit(options.limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    place: row.frame_place ?? '',
    size: row.frame_size ?? 0,
    sha256: row.frame_sha256 ?? '',
  }));
}
