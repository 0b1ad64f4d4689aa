import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { liveFrames } from '../frames/live-frames.ts';

const FRAMES_PER_READ = 1_000;

/** Writes a line for each object that the rows need: SHA-256, bytes and key. */
export async function listFrames(kysely: Kysely<Schema>, file: string): Promise<void> {
  const fd = openSync(file, 'wx');
  for (let after = ''; ; ) {
    const frames = await liveFrames({ kysely, after, before: '~', limit: FRAMES_PER_READ });
    const last = frames.at(-1);
    if (last === undefined) break;
    after = last.place;
    writeSync(fd, frames.map(({ sha256, size, place }) => `${sha256} ${size} ${place}\n`).join(''));
  }
  fsyncSync(fd);
  closeSync(fd);
}
