import { type IncidentSummary, joinSummaries, summaryOf } from '@vedette/contract/incident-rule';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Drift } from '../counters/drift.ts';
import { ORIGIN, summaryIn } from './incident-rows.ts';
import { readIncidentState } from './incident-state.ts';
import { type IncidentSeries, SIGHTED, sightingOf } from './spans.ts';

const ROWS_PER_STEP = 1_000;

/**
 * Compares the stored incidents with the rule, applied to all detections, one series after the other. The last step yields
 * the differences. While detections of an older version are being grouped, nothing is compared.
 */
export async function* checkIncidents(kysely: Kysely<Schema>): AsyncGenerator<Drift[]> {
  const { gapMs, after, to } = await readIncidentState(kysely);
  if (after < to) return;
  const drift: Drift[] = [];
  let inSeries = 0;
  for (let series = await firstSeries(kysely); series !== null; series = await seriesAfter(kysely, series)) {
    const stored = await storedIn(kysely, series);
    inSeries += stored.size;
    const note = (key: number, counted: number, found: number) => {
      drift.push({
        kind: 'incident',
        key: `${series?.origin} ${series?.weapon_type_key} ${key}`,
        counted,
        stored: found,
      });
    };
    for await (const found of incidentsIn(kysely, series, gapMs)) {
      if (found === 'step') {
        yield [];
        continue;
      }
      const same = stored.get(found.first_at);
      stored.delete(found.first_at);
      if (JSON.stringify(same) !== JSON.stringify(found)) note(found.first_at, found.sightings, same?.sightings ?? 0);
    }
    for (const { first_at, sightings } of stored.values()) note(first_at, 0, sightings);
  }
  const { count } = await kysely
    .selectFrom('incident')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) !== inSeries) drift.push({ kind: 'incident', key: '', counted: inSeries, stored: Number(count) });
  yield drift;
}

async function storedIn(kysely: Kysely<Schema>, series: IncidentSeries): Promise<Map<number, IncidentSummary>> {
  const rows = await kysely
    .selectFrom('incident')
    .selectAll()
    .where('origin', '=', series.origin)
    .where('weapon_type_key', '=', series.weapon_type_key)
    .execute();
  return new Map(rows.map((row) => [row.first_at, summaryIn(row)]));
}

/** The incidents of a series by the rule, in the order of their times, with a pause after each step of reading. */
async function* incidentsIn(
  kysely: Kysely<Schema>,
  { origin, weapon_type_key }: IncidentSeries,
  gapMs: number,
): AsyncGenerator<IncidentSummary | 'step'> {
  let current: IncidentSummary | null = null;
  for (let after = { at: Number.MIN_SAFE_INTEGER, id: 0 }; ; ) {
    const rows = await kysely
      .selectFrom('detection')
      .select(['detection.id', ...SIGHTED])
      .where(sql<SqlBool>`${ORIGIN} = ${origin}`)
      .where('weapon_type_key', '=', weapon_type_key)
      .where(sql<SqlBool>`(at, id) > (${after.at}, ${after.id})`)
      .orderBy('at')
      .orderBy('id')
      .limit(ROWS_PER_STEP)
      .execute();
    for (const row of rows) {
      const summary = summaryOf(sightingOf(row));
      if (current !== null && row.at - current.last_at <= gapMs) {
        current = joinSummaries(current, summary);
        continue;
      }
      if (current !== null) yield current;
      current = summary;
    }
    after = rows.at(-1) ?? after;
    if (rows.length < ROWS_PER_STEP) break;
    yield 'step';
  }
  if (current !== null) yield current;
  yield 'step';
}

function firstSeries(kysely: Kysely<Schema>): Promise<IncidentSeries | null> {
  return oneSeries(kysely, sql`true`);
}

/** Two queries, because SQLite does not seek by an expression and a column at once. */
async function seriesAfter(kysely: Kysely<Schema>, { origin, weapon_type_key }: IncidentSeries) {
  const ofOrigin = await oneSeries(kysely, sql`${ORIGIN} = ${origin} and weapon_type_key > ${weapon_type_key}`);
  return ofOrigin ?? oneSeries(kysely, sql`${ORIGIN} > ${origin}`);
}

async function oneSeries(kysely: Kysely<Schema>, condition: ReturnType<typeof sql>): Promise<IncidentSeries | null> {
  const { rows } = await sql<IncidentSeries>`select ${ORIGIN} as origin, weapon_type_key from detection
    where ${condition} order by ${ORIGIN}, weapon_type_key limit 1`.execute(kysely);
  return rows[0] ?? null;
}
