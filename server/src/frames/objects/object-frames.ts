import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { FrameLog, FrameWriter } from '../frame-store.ts';
import { queueEveryFrame } from '../queue-every-frame.ts';
import { isFrameStoreLost } from '../store-lost.ts';
import { newKey, ownFolder } from './object-keys.ts';
import type { ObjectStore } from './object-store.ts';
import { sweepOrphans } from './object-sweep.ts';

/** An object store handles many requests at once, but each of them slowly. */
const PUTS_AT_ONCE = 16;
const SWEEP_PAUSE_MS = 10 * 60 * 1_000;

/** Frames as objects of a bucket. The place is the object's key. */
export async function createObjectFrameWriter(options: {
  kysely: Kysely<Schema>;
  store: ObjectStore;
  log: FrameLog;
  now: () => number;
}): Promise<FrameWriter> {
  const { kysely, store, log, now } = options;
  const folder = await ownFolder(kysely);
  let sweep: AsyncGenerator<unknown> | null = null;
  let nextSweepAt = 0;

  async function put(frames: readonly Uint8Array[]): Promise<string[]> {
    const objects = frames.map((bytes) => ({ key: newKey(folder, now()), bytes }));
    const waiting = objects.values();
    await Promise.all(
      Array.from({ length: PUTS_AT_ONCE }, async () => {
        for (const { key, bytes } of waiting) await store.put(key, bytes);
      }),
    );
    return objects.map(({ key }) => key);
  }

  async function reclaim(): Promise<boolean> {
    if (sweep === null && now() < nextSweepAt) return false;
    nextSweepAt = now() + SWEEP_PAUSE_MS;
    const running = sweep ?? sweepOrphans({ kysely, store, folder, log, now });
    sweep = null;
    // A sweep that failed has ended; the next one continues where it stopped.
    const done = await isAtEnd(running);
    sweep = done ? null : running;
    return !done;
  }

  return {
    put,
    reclaim,
    erase: (places) => store.remove(places.map(({ place }) => place)),
    noteCommitted: () => {},
    queueAll: queueEveryFrame,
    close: async () => store.close(),
  };
}

/** Without the store there is nothing to sweep, and requests for frames report that it is unreachable. */
async function isAtEnd(sweep: AsyncGenerator<unknown>): Promise<boolean> {
  try {
    return (await sweep.next()).done === true;
  } catch (error) {
    if (isFrameStoreLost(error)) return true;
    throw error;
  }
}
