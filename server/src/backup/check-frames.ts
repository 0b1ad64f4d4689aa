import type { Database } from '../db/database.ts';
import { checkDatabaseFrames } from '../frames/database/database-check.ts';
import type { DamagedFrame, FrameLocation } from '../frames/frame-store.ts';
import { checkObjectFrames } from '../frames/objects/object-check.ts';
import { openObjectStore } from '../frames/objects/object-store.ts';
import { checkEveryFrame } from '../frames/segments/segment-check.ts';

/**
 * Compares the frames with their rows, in small steps: each by its checksum, or, in a bucket, each by its size and a
 * sample by its checksum.
 * @throws when the bucket does not answer
 */
export async function* checkFrames(
  options: Pick<Database, 'kysely' | 'dialect'> & { frameLocation: FrameLocation },
): AsyncGenerator<DamagedFrame[]> {
  const { kysely, dialect, frameLocation } = options;
  if (frameLocation.objectStore === undefined) {
    yield* dialect === 'postgres'
      ? checkDatabaseFrames(kysely)
      : checkEveryFrame({ kysely, directory: frameLocation.directory });
    return;
  }
  const store = await openObjectStore(frameLocation.objectStore);
  try {
    await store.check();
    yield* checkObjectFrames({ kysely, store });
  } finally {
    store.close();
  }
}
