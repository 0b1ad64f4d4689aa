import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { FrameReader } from '../frames/frame-store.ts';
import { type LiveFrame, liveFrames } from '../frames/live-frames.ts';
import { createSegmentCopy } from '../frames/segments/segment-copy.ts';
import { forget, movePlace, placeOf } from './backup.store.ts';

const FRAMES_PER_READ = 64;

/**
 * Copies the frame of every row in the copy of a database, while the server goes on: what it has moved since is followed,
 * what it has deleted since goes from the copy as well.
 * @returns the ids of detections whose frame was damaged before
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
    if (found === 'deleted') return forget(copy, frame.id);
    if (found === 'damaged') return void damaged.push(frame.id);
    target.write(found.place, found.bytes);
    if (found.place !== frame.place) await movePlace(copy.kysely, { id: frame.id, place: found.place });
  }

  async function find({ id, place, size, sha256 }: LiveFrame) {
    for (let known = place; ; ) {
      const bytes = await reader.read({ place: known, size });
      if (bytes !== null && createHash('sha256').update(bytes).digest('hex') === sha256) return { place: known, bytes };
      // The row goes or points elsewhere before the bytes do: asked now, it says why they are not here.
      const now = await placeOf(live.kysely, id);
      if (now === undefined || now === null) return 'deleted' as const;
      if (now === known) return 'damaged' as const;
      known = now;
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
