import { createHash, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { DamagedFrame } from '../frame-store.ts';
import { type LiveFrame, liveFrames } from '../live-frames.ts';
import { isFrameStoreLost } from '../store-lost.ts';
import { yieldUntilSettled } from '../yield-until-settled.ts';
import { folderOf, OBJECT_PLACES } from './object-keys.ts';
import { LIST_LIMIT, type ObjectStore } from './object-store.ts';

const FRAMES_PER_STEP = 500;
const LOST_PAUSE_MS = 5_000;

type Parts = { kysely: Kysely<Schema>; store: ObjectStore };

/**
 * Checks that every row's object exists in its size, and one object of each 500 by its checksum. Reading all at every
 * start would cost too much, because the store keeps checksums of its own.
 */
export async function* checkObjectFrames({ kysely, store }: Parts): AsyncGenerator<DamagedFrame[]> {
  for (let after = OBJECT_PLACES.from; ; ) {
    const frames = await liveFrames({ kysely, after, before: OBJECT_PLACES.to, limit: FRAMES_PER_STEP });
    const last = frames.at(-1);
    if (last === undefined) return;
    try {
      const suspects = yield* yieldUntilSettled(findSuspects(store, { frames, after, until: last.place }));
      // A detection that was deleted since the listing has no frame.
      yield await stillStored(kysely, suspects);
      after = last.place;
    } catch (error) {
      if (!isFrameStoreLost(error)) throw error;
      yield* yieldUntilSettled(wait(LOST_PAUSE_MS, undefined, { ref: false }));
    }
  }
}

async function findSuspects(
  store: ObjectStore,
  span: { frames: readonly LiveFrame[]; after: string; until: string },
): Promise<LiveFrame[]> {
  const sizes = await sizesOf(store, span);
  const suspects = span.frames.filter(({ place, size }) => sizes.get(place) !== size);
  const sample = span.frames[randomInt(span.frames.length)];
  if (sample === undefined || suspects.includes(sample)) return suspects;
  const bytes = await store.get(sample.place);
  const intact = bytes !== null && createHash('sha256').update(bytes).digest('hex') === sample.sha256;
  return intact ? suspects : [...suspects, sample];
}

async function sizesOf(store: ObjectStore, span: { after: string; until: string }): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const prefix = folderOf(span.until);
  for (let { after } = span; ; ) {
    const listed = await store.list({ prefix, after });
    for (const { key, size } of listed) sizes.set(key, size);
    after = listed.at(-1)?.key ?? '';
    if (listed.length < LIST_LIMIT || after >= span.until) return sizes;
  }
}

async function stillStored(kysely: Kysely<Schema>, suspects: readonly LiveFrame[]): Promise<DamagedFrame[]> {
  if (suspects.length === 0) return [];
  const rows = await kysely
    .selectFrom('detection')
    .select(['id', 'frame_place'])
    .where(
      'id',
      'in',
      suspects.map(({ id }) => id),
    )
    .execute();
  const places = new Map(rows.map(({ id, frame_place }) => [id, frame_place]));
  return suspects.filter(({ id, place }) => places.get(id) === place).map(({ id, place }) => ({ id, place }));
}
