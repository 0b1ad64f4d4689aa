import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { MINUTE_MS, timeKey } from '../../writer/counters/counters.ts';

/** All counts of the statistics, and the number of the newest event that they include. */
export type Statistics = {
  seq: number;
  total: number;
  byType: Map<string, number>;
  byLevel: Map<string, number>;
  lastHour: number;
  /** Incidents with active threats that a team has not closed. */
  unclosed: number;
};

/**
 * The last hour: detections after `since` and up to `now`, in milliseconds since the epoch. `now` is a bound because a
 * device's clock may be ahead.
 */
export type StatisticsSpan = { since: number; now: number };

/** A single statement, so that all counts are of one snapshot. */
export async function readStatistics(
  kysely: Kysely<Schema>,
  { since, now, unclosedFrom }: StatisticsSpan & { unclosedFrom: number | null },
): Promise<Statistics> {
  const fullMinutesFrom = (Math.floor(since / MINUTE_MS) + 1) * MINUTE_MS;
  const minutesUntil = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
  // Detections later in the current minute are subtracted, because they are fewer than those before.
  const { rows } = await sql<{ name: string; key: string; value: number | null }>`
    select kind as name, key, sum(value) as value from counter where kind in ('total', 'type', 'level') group by kind, key
    union all
    select 'seq', '', seq from event_head
    ${unclosedFrom === null ? sql`` : sql`union all select 'unclosed', '', ${countedUnclosed(unclosedFrom)}`}
    union all
    select 'last hour', '', sum(value) from counter
      where kind = 'minute' and key >= ${timeKey(fullMinutesFrom, MINUTE_MS)} and key < ${timeKey(minutesUntil, MINUTE_MS)}
    union all
    select 'last hour', '', count(*) from detection where at > ${since} and at < ${fullMinutesFrom}
    union all
    select 'last hour', '', -count(*) from detection where at > ${now} and at < ${minutesUntil}`.execute(kysely);

  const statistics: Statistics = { seq: 0, total: 0, byType: new Map(), byLevel: new Map(), lastHour: 0, unclosed: 0 };
  for (const { name, key, value } of rows) {
    if (!value) continue;
    if (name === 'seq') statistics.seq = value;
    else if (name === 'total') statistics.total = value;
    else if (name === 'unclosed') statistics.unclosed = value;
    else if (name === 'last hour') statistics.lastHour += value;
    else (name === 'type' ? statistics.byType : statistics.byLevel).set(key, value);
  }
  return statistics;
}

export async function countUnclosed(kysely: Kysely<Schema>, activeThreatLevel: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${countedUnclosed(activeThreatLevel)} as count`.execute(kysely);
  return rows[0]?.count ?? 0;
}

function countedUnclosed(activeThreatLevel: number) {
  return sql`(select count(*) from incident where state < 2 and threat_level >= ${activeThreatLevel})`;
}
