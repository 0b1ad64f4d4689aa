import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { DamagedFrame } from '../frames/frame-store.ts';
import { recountIn } from '../writer/counters/recount.ts';
import { type Counts, countAll } from './backup.store.ts';
import type { Say } from './progress.ts';

export type Examined = Counts & {
  /** Detections whose frame is missing or not what was received. */
  damaged: number[];
};

/**
 * Counts all rows, and takes the frames' check to its end.
 * @param options.kysely a snapshot, or a database that nobody else writes to
 * @throws when counters differ from their rows
 */
export async function examine(options: {
  kysely: Kysely<Schema>;
  frames: AsyncGenerator<DamagedFrame[]>;
  say: Say;
}): Promise<Examined> {
  const { kysely, frames, say } = options;
  const counts = await countAll(kysely);
  say(`Comparing ${counts.frames.toLocaleString('en')} frames with their rows`);
  const damaged: number[] = [];
  for await (const found of frames) damaged.push(...found.map(({ id }) => id));
  for await (const drift of recountIn(kysely)) {
    if (drift.length > 0) throw new Error(`${drift.length} counters differ from the rows they count.`);
  }
  return { ...counts, damaged };
}
