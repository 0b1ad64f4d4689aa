import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

const SWEEP_EVERY_MS = 24 * 60 * 60 * 1_000;
export const KEYS_PER_STEP = 1_000;

type Key = { device_id: string; event_id: string };
const FRONT: Key = { device_id: '', event_id: '' };

/**
 * Forgets the keys of reports that were received before the time that is kept, whoever deleted their detections. At most
 * once a day all keys are walked over, some at each step: an index by age would cost every report.
 * @param options.keptAfter detections with ids up to this one are older than what is kept; 0: not known
 * @returns how to do the next step; true from it means: there is more to do at once
 */
export function createReportKeySweep(options: {
  kysely: Kysely<Schema>;
  keptAfter: () => number;
  now: () => number;
}): () => Promise<boolean> {
  const { kysely, keptAfter, now } = options;
  let nextSweepAt = 0;
  let upTo = 0;
  let walkedTo: Key | null = null;

  return async () => {
    if (walkedTo === null) {
      if (keptAfter() === upTo || now() < nextSweepAt) return false;
      upTo = keptAfter();
      nextSweepAt = now() + SWEEP_EVERY_MS;
      walkedTo = FRONT;
    }
    const last = await endOfStep(kysely, walkedTo);
    const old = kysely.deleteFrom('report_key').where(isBehind(walkedTo)).where('detection_id', '<=', upTo);
    await (last === null ? old : old.where(isUpTo(last))).execute();
    walkedTo = last;
    return last !== null;
  };
}

/** The last key of a full step; null when there is less than that. */
async function endOfStep(kysely: Kysely<Schema>, after: Key): Promise<Key | null> {
  const last = await kysely
    .selectFrom('report_key')
    .select(['device_id', 'event_id'])
    .where(isBehind(after))
    .orderBy('device_id')
    .orderBy('event_id')
    .limit(1)
    .offset(KEYS_PER_STEP - 1)
    .executeTakeFirst();
  return last ?? null;
}

function isBehind({ device_id, event_id }: Key) {
  return sql<boolean>`(device_id, event_id) > (${device_id}, ${event_id})`;
}

function isUpTo({ device_id, event_id }: Key) {
  return sql<boolean>`(device_id, event_id) <= (${device_id}, ${event_id})`;
}
