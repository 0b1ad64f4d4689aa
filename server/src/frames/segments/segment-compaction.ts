import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { liveFrames } from '../live-frames.ts';
import { placesOf, segmentFile } from './segment-files.ts';
import { liveBytes } from './segment-rows.ts';

/** Sealed segments with a smaller share of live bytes are compacted. */
const COMPACT_BELOW = 0.25;
/** The number of frames copied in one step, so that reports do not wait long. */
const FRAMES_PER_STEP = 32;

/**
 * Moves a few live frames of a sparse segment to the open one: first the bytes, synced, then the rows.
 * @returns true when it moved some and may have more to move; false when the segment is dense enough
 */
export async function compactSegment(options: {
  kysely: Kysely<Schema>;
  directory: string;
  segment: number;
  put: (frames: readonly Uint8Array[]) => Promise<string[]>;
}): Promise<boolean> {
  const { kysely, directory, segment, put } = options;
  const file = segmentFile(directory, segment);
  if ((await liveBytes(kysely, segment)) >= statSync(file).size * COMPACT_BELOW) return false;

  const { from, to } = placesOf(segment);
  const frames = await liveFrames({ kysely, after: from, before: to, limit: FRAMES_PER_STEP });
  const fd = openSync(file, 'r');
  const bytes = frames.map(({ place, size }) => {
    const buffer = Buffer.allocUnsafeSlow(size);
    readSync(fd, buffer, 0, size, Number(place.split('/')[1]));
    return buffer;
  });
  closeSync(fd);

  const places = await put(bytes);
  await kysely.transaction().execute(async (transaction) => {
    for (const [index, frame] of frames.entries()) {
      await transaction
        .updateTable('detection')
        .set({ frame_place: places[index] ?? frame.place })
        .where('id', '=', frame.id)
        .where('frame_place', '=', frame.place)
        .execute();
    }
  });
  return true;
}
