import type { ThreatBucket } from '@vedette/contract/threat-level';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { CounterKind, Schema } from '../db/schema.ts';
import type { Page } from '../http/paging.ts';
import { HOUR_MS, levelHourOf, MINUTE_MS, timeKey, timeOfKey } from '../writer/counters/counters.ts';
import { type DetectionRow, INCIDENT_ID, LISTED } from './detection-rows.ts';
import { withAnswers } from './incidents/answers.store.ts';
import { readUnclosedThreats, type UnclosedPage } from './incidents/unclosed-threats.ts';
import { countUnclosed, readStatistics, type Statistics, type StatisticsSpan } from './statistics/statistics.store.ts';

export type FrameRow = { id: number; at: number; place: string; size: number; sha256: string };
export type MetricsRow = DetectionRow & { metrics: string | null };

/** The steps of time in which detections are counted. */
export type TimeStep = 'minute' | 'hour';
export const STEP_MS: Record<TimeStep, number> = { minute: MINUTE_MS, hour: HOUR_MS };

export type LevelHour = { at: number; level: ThreatBucket; count: number };

/** Every read of detections, the same on both databases. Each list walks one index and stops at its limit. */
export type DetectionStore = {
  newest: (page: Page) => Promise<DetectionRow[]>;
  threats: (page: Page) => Promise<DetectionRow[]>;
  /** The active threats whose incident a team has not closed. */
  unclosedThreats: (page: Page) => Promise<UnclosedPage>;
  manual: (page: Page) => Promise<DetectionRow[]>;
  byId: (id: number) => Promise<MetricsRow | null>;
  byIds: (ids: readonly number[]) => Promise<DetectionRow[]>;
  /** Null without a detection, `frame: null` when it has no frame. */
  frameOf: (id: number) => Promise<{ at: number; frame: FrameRow | null } | null>;
  /** All non-zero counters of a kind, by key. */
  counters: (kind: CounterKind) => Promise<Map<string, number>>;
  /** All counts of the statistics at one point in time. */
  statistics: (span: StatisticsSpan) => Promise<Statistics>;
  /** How many incidents with active threats a team has not closed. */
  countUnclosed: () => Promise<number>;
  /** Counts per step from `from` (inclusive) to `to` (exclusive), oldest first; empty steps are left out. */
  countEach: (step: TimeStep, span: { from: number; to: number }) => Promise<{ at: number; count: number }[]>;
  /** The same by hour and level. */
  countLevelHours: (span: { from: number; to: number }) => Promise<LevelHour[]>;
};

/**
 * @param options.activeThreatLevel inlined into the queries, because both databases use the partial index only for a literal
 * @param options.team whether rows bring the answers of their incidents
 */
export function createDetectionStore(
  database: Database,
  { activeThreatLevel, team }: { activeThreatLevel: number; team: boolean },
): DetectionStore {
  const { kysely } = database;
  const answered = async <Row extends DetectionRow>(rows: Promise<Row[]>): Promise<Row[]> =>
    team ? withAnswers(kysely, await rows) : rows;
  const list = kysely.selectFrom('detection').select(LISTED).select(INCIDENT_ID.as('incident_id'));
  const isActive = sql<boolean>`threat_level >= ${sql.lit(activeThreatLevel)}`;
  const frameColumns = prepared(
    database,
    (id: number) =>
      kysely.selectFrom('detection').select(['at', 'frame_place', 'frame_size', 'frame_sha256']).where('id', '=', id),
    0 as number,
  );
  const rowById = prepared(database, (id: number) => list.select('metrics').where('id', '=', id), 0 as number);
  const isManual = sql<boolean>`source = 'manual'`;

  return {
    newest: (page) => answered(pageOf(list, page).execute()),
    threats: (page) => answered(pageOf(list.where(isActive), page).execute()),
    unclosedThreats: async (page) => {
      const { rows, next } = await readUnclosedThreats(database, { page, activeThreatLevel });
      return { rows: await answered(Promise.resolve(rows)), next };
    },
    manual: (page) => answered(pageOf(list.where(isManual), page).execute()),

    byId: async (id) => {
      const [row] = await answered(Promise.resolve(rowById(id)));
      return row ?? null;
    },
    byIds: (ids) => (ids.length === 0 ? Promise.resolve([]) : answered(list.where('id', 'in', ids).execute())),

    frameOf: async (id) => {
      const [row] = await frameColumns(id);
      if (row === undefined) return null;
      const { at, frame_place: place, frame_size: size, frame_sha256: sha256 } = row;
      return { at, frame: place === null || size === null || sha256 === null ? null : { id, at, place, size, sha256 } };
    },

    counters: async (kind) => {
      const rows = await kysely
        .selectFrom('counter')
        .select(['key', (expression) => expression.fn.sum<number>('value').as('value')])
        .where('kind', '=', kind)
        .groupBy('key')
        .execute();
      return new Map(rows.filter(({ value }) => value > 0).map(({ key, value }) => [key, value]));
    },

    statistics: (span) => readStatistics(kysely, { ...span, unclosedFrom: team ? activeThreatLevel : null }),
    countUnclosed: () => countUnclosed(kysely, activeThreatLevel),

    countEach: async (step, span) => {
      const rows = await countersWithin(kysely, { ...span, kind: step, step });
      return rows.map(({ key, count }) => ({ at: timeOfKey(key, STEP_MS[step]), count }));
    },
    countLevelHours: async (span) => {
      const rows = await countersWithin(kysely, { ...span, kind: 'level_hour', step: 'hour' });
      return rows.map(({ key, count }) => ({ ...levelHourOf(key), count }));
    },
  };
}

type Within = { kind: CounterKind; step: TimeStep; from: number; to: number };

async function countersWithin(kysely: Kysely<Schema>, { kind, step, from, to }: Within) {
  const rows = await kysely
    .selectFrom('counter')
    .select(['key', (expression) => expression.fn.sum<number>('value').as('count')])
    .where('kind', '=', kind)
    .where('key', '>=', timeKey(from, STEP_MS[step]))
    .where('key', '<', timeKey(to, STEP_MS[step]))
    .groupBy('key')
    .orderBy('key')
    .execute();
  return rows.filter(({ count }) => count > 0);
}

function pageOf<O>(list: SelectQueryBuilder<Schema, 'detection', O>, { limit, after }: Page) {
  const ordered = list.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit);
  if (after === null) return ordered;
  return ordered.where(sql<boolean>`(at, id) < (${after.at}, ${after.id})`);
}
