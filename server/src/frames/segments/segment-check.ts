import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { DamagedFrame } from '../frame-store.ts';
import { type LiveFrame, liveFrames } from '../live-frames.ts';
import { framePlace, listSegments, parsePlace, placesOf, segmentFile } from './segment-files.ts';
import { endOfSegment } from './segment-rows.ts';

/** A batch is at most this long, so that a crash cannot have affected anything before. */
const TAIL_BYTES = 16 * 1024 * 1024;
const FRAMES_PER_STEP = 16;

type Segments = { kysely: Kysely<Schema>; directory: string };

/** Checks the frames at the end of the open segment, the only ones that a crash can have affected. */
export async function checkTail({ kysely, directory }: Segments): Promise<DamagedFrame[]> {
  const segment = listSegments(directory).at(-1);
  if (segment === undefined) return [];
  const end = await endOfSegment(kysely, segment);
  const after = end > TAIL_BYTES ? framePlace(segment, end - TAIL_BYTES) : placesOf(segment).from;
  const frames = await liveFrames({ kysely, after, before: placesOf(segment).to, limit: 1_000_000 });
  return frames.filter((frame) => !isIntact(directory, frame)).map(({ id, place }) => ({ id, place }));
}

/** Compares every frame with the checksum in its row, a few at each step. */
export async function* checkEveryFrame({ kysely, directory }: Segments): AsyncGenerator<DamagedFrame[]> {
  for (let after = ''; ; ) {
    const frames = await liveFrames({ kysely, after, before: '~', limit: FRAMES_PER_STEP });
    const last = frames.at(-1);
    if (last === undefined) return;
    after = last.place;
    yield frames.filter((frame) => !isIntact(directory, frame)).map(({ id, place }) => ({ id, place }));
  }
}

function isIntact(directory: string, { place, size, sha256 }: LiveFrame): boolean {
  const { segment, offset } = parsePlace(place);
  try {
    const fd = openSync(segmentFile(directory, segment), 'r');
    try {
      const bytes = Buffer.allocUnsafe(size);
      const count = readSync(fd, bytes, 0, size, offset ?? 0);
      return count === size && createHash('sha256').update(bytes).digest('hex') === sha256;
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}
