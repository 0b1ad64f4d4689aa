import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { MINUTE_MS, timeKey, timeOfKey } from './counters.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
/** Minutes are asked for back to an hour ago, and hours count for longer; a clock may be wrong. */
const KEPT_MS = 2 * DAY_MS;
const MINUTES_PER_STEP = 1_000;

/** Drops some of the minutes that nobody asks for any more. @returns whether there may be more to do at once */
export async function forgetOldMinutes(kysely: Kysely<Schema>, now: number): Promise<boolean> {
  const oldest = await minuteBefore(kysely, { now, ms: KEPT_MS });
  if (oldest === null) return false;
  const due = await kysely
    .selectFrom('counter')
    .select('key')
    .where('kind', '=', 'minute')
    .where('key', '<', oldest)
    .orderBy('key')
    .limit(MINUTES_PER_STEP)
    .execute();
  const last = due.at(-1);
  if (last === undefined) return false;
  await kysely.deleteFrom('counter').where('kind', '=', 'minute').where('key', '<=', last.key).execute();
  return due.length === MINUTES_PER_STEP;
}

/** From which minute on all are counted, as a key: none of them has been forgotten, on no server. Null when there are no minutes. */
export function minutesCountedFrom(kysely: Kysely<Schema>, now: number): Promise<string | null> {
  return minuteBefore(kysely, { now, ms: KEPT_MS - DAY_MS });
}

/** So long before the newest minute, or before now: a clock that has run ahead must not forget what is still asked for. */
async function minuteBefore(kysely: Kysely<Schema>, { now, ms }: { now: number; ms: number }): Promise<string | null> {
  const newest = await kysely
    .selectFrom('counter')
    .select('key')
    .where('kind', '=', 'minute')
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return null;
  return timeKey(Math.min(now, timeOfKey(newest.key, MINUTE_MS)) - ms, MINUTE_MS);
}
