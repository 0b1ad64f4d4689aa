import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { DamagedFrame } from '../frames/frame-store.ts';
import { recountIn } from '../writer/counters/recount.ts';
import { type Counts, countAll } from './backup.store.ts';
import type { Print } from './progress.ts';

export type Verified = Counts & {
  /** Detections whose frame is missing or differs from the received bytes. */
  damaged: number[];
};

/**
 * Counts all rows and runs the check of the frames.
 * @param options.kysely a snapshot, or a database without other writers
 * @throws when counters differ from their rows
 */
export async function verify(options: {
  kysely: Kysely<Schema>;
  frames: AsyncGenerator<DamagedFrame[]>;
  print: Print;
}): Promise<Verified> {
  const { kysely, frames, print } = options;
  const counts = await countAll(kysely);
  print(`Comparing ${counts.frames.toLocaleString('en')} frames with their rows`);
  const damaged: number[] = [];
  for await (const found of frames) damaged.push(...found.map(({ id }) => id));
  for await (const drift of recountIn(kysely)) {
    if (drift.length > 0) throw new Error(`${drift.length} counters differ from the rows they count.`);
  }
  return { ...counts, damaged };
}
