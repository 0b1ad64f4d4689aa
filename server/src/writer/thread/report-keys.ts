import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

const SWEEP_EVERY_MS = 24 * 60 * 60 * 1_000;
export const KEYS_PER_STEP = 1_000;

type Key = { device_id: string; event_id: string };
const FIRST_KEY: Key = { device_id: '', event_id: '' };

/**
 * Deletes the keys of reports that are older than the retention time. At most once a day it scans all keys in steps: an
 * index by age would cost every report.
 * @param options.keptAfter detections with ids up to this one are older than the retention time; 0: not known
 * @returns a function for the next step, which resolves to whether more is due at once
 */
export function createReportKeySweep(options: {
  kysely: Kysely<Schema>;
  keptAfter: () => number;
  now: () => number;
}): () => Promise<boolean> {
  const { kysely, keptAfter, now } = options;
  let nextSweepAt = 0;
  let upTo = 0;
  let scannedTo: Key | null = null;

  return async () => {
    if (scannedTo === null) {
      if (keptAfter() === upTo || now() < nextSweepAt) return false;
      upTo = keptAfter();
      nextSweepAt = now() + SWEEP_EVERY_MS;
      scannedTo = FIRST_KEY;
    }
    const last = await endOfStep(kysely, scannedTo);
    const old = kysely.deleteFrom('report_key').where(isAfter(scannedTo)).where('detection_id', '<=', upTo);
    await (last === null ? old : old.where(isUpTo(last))).execute();
    scannedTo = last;
    return last !== null;
  };
}

/** The last key of a full step; null when fewer keys remain. */
async function endOfStep(kysely: Kysely<Schema>, after: Key): Promise<Key | null> {
  const last = await kysely
    .selectFrom('report_key')
    .select(['device_id', 'event_id'])
    .where(isAfter(after))
    .orderBy('device_id')
    .orderBy('event_id')
    .limit(1)
    .offset(KEYS_PER_STEP - 1)
    .executeTakeFirst();
  return last ?? null;
}

function isAfter({ device_id, event_id }: Key) {
  return sql<boolean>`(device_id, event_id) > (${device_id}, ${event_id})`;
}

function isUpTo({ device_id, event_id }: Key) {
  return sql<boolean>`(device_id, event_id) <= (${device_id}, ${event_id})`;
}
