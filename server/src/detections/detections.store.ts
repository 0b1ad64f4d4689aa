import type { ThreatBucket } from '@vedette/contract/threat-level';
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { CounterKind, DetectionTable, Schema } from '../db/schema.ts';
import { HOUR_MS, levelHourOf, MINUTE_MS, timeKey, timeOfKey } from '../writer/counters/counters.ts';
import { ORIGIN } from '../writer/incidents/incident-rows.ts';
import type { Position } from './detections.rules.ts';
import { readStatistics, type Statistics, type StatisticsSpan } from './statistics/statistics.store.ts';

/** The columns that lists read; a detection's metrics are read on its own. */
export const LISTED = [
  'id',
  'at',
  'received_at',
  'weapon_type',
  'confidence',
  'threat_level',
  'location',
  'device',
  'device_id',
  'source',
  'description',
  'officer_name',
  'other_labels',
  'evidence',
  'frame_size',
] as const;
export type DetectionRow = Pick<Selectable<DetectionTable>, (typeof LISTED)[number]> & {
  /** Null while the detection of an older version is in none yet. */
  incident_id: number | null;
};

/** A detection's incident is the latest of its series that begins before it. */
export const INCIDENT_ID = sql<
  number | null
>`(select case when last_at >= detection.at then incident.id end from incident
  where origin = ${ORIGIN} and incident.weapon_type_key = detection.weapon_type_key and first_at <= detection.at
  order by first_at desc limit 1)`;

/** Newest first, after the position `after`. */
export type Page = { limit: number; after: Position | null };

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
  manual: (page: Page) => Promise<DetectionRow[]>;
  byId: (id: number) => Promise<MetricsRow | null>;
  byIds: (ids: readonly number[]) => Promise<DetectionRow[]>;
  /** Null without a detection, `frame: null` when it has no frame. */
  frameOf: (id: number) => Promise<{ at: number; frame: FrameRow | null } | null>;
  /** All non-zero counters of a kind, by key. */
  counters: (kind: CounterKind) => Promise<Map<string, number>>;
  /** All counts of the statistics at one point in time. */
  statistics: (span: StatisticsSpan) => Promise<Statistics>;
  /** Counts per step from `from` (inclusive) to `to` (exclusive), oldest first; empty steps are left out. */
  countEach: (step: TimeStep, span: { from: number; to: number }) => Promise<{ at: number; count: number }[]>;
  /** The same by hour and level. */
  countLevelHours: (span: { from: number; to: number }) => Promise<LevelHour[]>;
};

/** @param activeThreatLevel inlined into the queries, because both databases use the partial index only for a literal */
export function createDetectionStore(database: Database, activeThreatLevel: number): DetectionStore {
  const { kysely } = database;
  const list = kysely.selectFrom('detection').select(LISTED).select(INCIDENT_ID.as('incident_id'));
  const isActive = sql<boolean>`threat_level >= ${sql.lit(activeThreatLevel)}`;
  const frameColumns = prepared(
    database,
    (id: number) =>
      kysely.selectFrom('detection').select(['at', 'frame_place', 'frame_size', 'frame_sha256']).where('id', '=', id),
    0 as number,
  );
  const isManual = sql<boolean>`source = 'manual'`;

  return {
    newest: (page) => pageOf(list, page).execute(),
    threats: (page) => pageOf(list.where(isActive), page).execute(),
    manual: (page) => pageOf(list.where(isManual), page).execute(),

    byId: async (id) => (await list.select('metrics').where('id', '=', id).executeTakeFirst()) ?? null,
    byIds: (ids) => (ids.length === 0 ? Promise.resolve([]) : list.where('id', 'in', ids).execute()),

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

    statistics: (span) => readStatistics(kysely, span),

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
