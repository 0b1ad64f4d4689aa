import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { MINUTE_MS, timeKey, timeOfKey } from './counters.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
/** Queries use minutes of the last hour only, and hours beyond that. Two days leave room for a wrong clock. */
const KEPT_MS = 2 * DAY_MS;
const MINUTES_PER_STEP = 1_000;

/** Deletes some of the minute counters that no query uses. @returns whether more may be due at once */
export async function deleteOldMinutes(kysely: Kysely<Schema>, now: number): Promise<boolean> {
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

/** The key of the oldest minute from which on no server has deleted any; null when there are no minutes. */
export function minutesCountedFrom(kysely: Kysely<Schema>, now: number): Promise<string | null> {
  return minuteBefore(kysely, { now, ms: KEPT_MS - DAY_MS });
}

/** The minute so long before the newest one or before now, whichever is earlier: a clock that is ahead must not delete too much. */
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
