import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { FrameReader } from '../frames/frame-store.ts';
import { type LiveFrame, liveFrames } from '../frames/live-frames.ts';
import { createSegmentCopy } from '../frames/segments/segment-copy.ts';
import { deleteDetection, movePlace, placeOf } from './backup.store.ts';

const FRAMES_PER_READ = 64;

/**
 * Copies the frame of every row in the copy of a database while the server runs. Frames that were moved since are read
 * from their new place, and detections that were deleted since are deleted from the copy.
 * @returns the ids of detections whose frames were already damaged
 */
export async function copyFrames(options: {
  live: Database;
  reader: Pick<FrameReader, 'read'>;
  copy: Database;
  directory: string;
  onCopied: (frames: number) => void;
}): Promise<number[]> {
  const { live, reader, copy, directory, onCopied } = options;
  const target = createSegmentCopy(directory);
  const damaged: number[] = [];
  let copied = 0;

  async function copyOne(frame: LiveFrame) {
    const found = await find(frame);
    if (found === 'deleted') return deleteDetection(copy, frame.id);
    if (found === 'damaged') return void damaged.push(frame.id);
    target.write(found.place, found.bytes);
    if (found.place !== frame.place) await movePlace(copy.kysely, { id: frame.id, place: found.place });
  }

  async function find({ id, place, size, sha256 }: LiveFrame) {
    for (let current = place; ; ) {
      const bytes = await reader.read({ place: current, size });
      if (bytes !== null && createHash('sha256').update(bytes).digest('hex') === sha256)
        return { place: current, bytes };
      // A row is deleted or moved before its bytes are, so that reading it now explains why they are missing.
      const latest = await placeOf(live.kysely, id);
      if (latest === undefined || latest === null) return 'deleted' as const;
      if (latest === current) return 'damaged' as const;
      current = latest;
    }
  }

  for (let after = ''; ; ) {
    const frames = await liveFrames({ kysely: copy.kysely, after, before: '~', limit: FRAMES_PER_READ });
    const last = frames.at(-1);
    if (last === undefined) break;
    after = last.place;
    for (const frame of frames) await copyOne(frame);
    copied += frames.length;
    onCopied(copied);
  }
  target.close();
  return damaged;
}
