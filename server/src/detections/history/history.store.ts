import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { newestFirst, type Span } from '../../http/paging.ts';
import { labelsOf, type SeriesLabels, seriesId } from '../../writer/counters/series.ts';
import { type DetectionRow, INCIDENT_ID, LISTED } from '../detection-rows.ts';
import { withAnswers } from '../incidents/answers.store.ts';

export type Series = { id: number; labels: SeriesLabels };

/** The newest detections of these series (by id) within a span. */
export type SeriesQuery = { ids: readonly number[]; span: Span; limit: number };

/** Reads of the history, newest first. `scanNewest` is faster when many of the newest detections match, `merge` when few series match. */
export type HistoryStore = {
  /** All series with detections; with several servers occasionally one that has lost its last detection. */
  series: () => Promise<Series[]>;
  /** The newest detections of all series. */
  newest: (span: Span, limit: number) => Promise<DetectionRow[]>;
  /** Filters the newest `depth` detections of the span; the result may hold fewer than `limit` rows. */
  scanNewest: (query: SeriesQuery, depth: number) => Promise<DetectionRow[]>;
  /** How many detections of these series (null: of all) are within the span, counted up to a limit. */
  count: (query: { ids: readonly number[] | null; span: Span; limit: number }) => Promise<number>;
  /** Merges the newest detections of each series. */
  merge: (query: SeriesQuery) => Promise<DetectionRow[]>;
};

/** @param options.team whether rows bring the answers of their incidents */
export function createHistoryStore({ kysely, dialect }: Database, { team }: { team: boolean }): HistoryStore {
  const columns = sql.join(LISTED.map((column) => sql.ref(`detection.${column}`)));
  // The rows are read last, and only those of the page.
  const rowsOf = async (ids: RawBuilder<unknown>) => {
    const query = sql<DetectionRow>`select ${columns}, ${INCIDENT_ID} as incident_id from (${ids}) as selected cross join detection
      where detection.id = selected.id`;
    const { rows } = await query.execute(kysely);
    return newestFirst(team ? await withAnswers(kysely, rows) : rows);
  };
  let cached = new Map<string, Series>();

  return {
    series: async () => {
      // One aggregated value is faster to read than thousands of rows.
      const { rows } = await (dialect === 'sqlite'
        ? sql<Keys>`select group_concat(key, char(1)) as keys from counter where kind = 'series' and value <> 0`
        : sql<Keys>`select string_agg(key, chr(1)) as keys from counter where kind = 'series' and value <> 0`
      ).execute(kysely);
      const current = new Map<string, Series>();
      for (const key of rows[0]?.keys?.split('\u0001') ?? []) current.set(key, cached.get(key) ?? seriesOf(key));
      cached = current;
      return [...current.values()];
    },
    newest: (span, limit) =>
      rowsOf(sql`select id from detection where ${within(span)} order by at desc, id desc limit ${limit}`),
    scanNewest: (query, depth) => rowsOf(scanQuery({ ...query, depth, dialect })),
    count: async ({ ids, span, limit }) => {
      const among = ids === null ? sql`` : sql`and series ${oneOf(ids, dialect)}`;
      const { rows } = await sql<{ count: number }>`select count(*) as count from
        (select 1 from detection where ${within(span)} ${among} limit ${limit}) as counted`.execute(kysely);
      return rows[0]?.count ?? 0;
    },
    merge: (query) => rowsOf(dialect === 'sqlite' ? mergeQueue(query) : mergeRuns(query)),
  };
}

/** `series + 0` keeps both databases from using the index of series, and from sorting. */
function scanQuery({
  ids,
  span,
  limit,
  depth,
  dialect,
}: SeriesQuery & { depth: number; dialect: Database['dialect'] }) {
  return sql`select id from detection
    where ${within(span)} and series + 0 ${oneOf(ids, dialect)} and at >= coalesce(
      (select at from detection where ${within(span)} order by at desc, id desc limit 1 offset ${depth}), ${span.from})
    order by at desc, id desc limit ${limit}`;
}

function oneOf(ids: readonly number[], dialect: Database['dialect']): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql`in (select value from json_each(${JSON.stringify(ids)}))`
    : sql`= any(${ids}::bigint[])`;
}

type Keys = { keys: string | null };

function seriesOf(key: string): Series {
  return { id: seriesId(key), labels: labelsOf(key) };
}

function within({ from, before }: Span): RawBuilder<unknown> {
  return sql`(at, id) < (${before.at}, ${before.id}) and at >= ${from}`;
}

/** A priority queue with one row of each series; a row that leaves it is replaced by the next of its series. */
function mergeQueue({ ids, span: { from, before }, limit }: SeriesQuery): RawBuilder<unknown> {
  const { at, id } = before;
  const first = nextOf({ series: sql`wanted.value`, at: sql`${at}`, id: sql`${id}`, from });
  const another = nextOf({ series: sql`waiting.series`, at: sql`waiting.at`, id: sql`waiting.id`, from });
  return sql`
    with recursive waiting (series, at, id) as (
      select first.series, first.at, first.id from json_each(${JSON.stringify(ids)}) as wanted
        cross join detection as first where first.id = ${first}
      union all
      select another.series, another.at, another.id from waiting
        cross join detection as another where another.id = ${another}
      order by 2 desc, 3 desc limit ${limit}
    ) select id from waiting`;
}

type Before = { series: RawBuilder<unknown>; at: RawBuilder<unknown>; id: RawBuilder<unknown>; from: number };

/** Two queries, one for the same time and one for earlier times: SQLite seeks by time, and by id only within one time. */
function nextOf({ series, at, id, from }: Before): RawBuilder<number> {
  return sql<number>`coalesce(
    (select id from detection where series = ${series} and at = ${at} and id < ${id} order by id desc limit 1),
    (select id from detection where series = ${series} and at < ${at} and at >= ${from}
      order by at desc, id desc limit 1))`;
}

/** The first few rows of each series bound how far back the page can reach, so that no series is read further. */
function mergeRuns({ ids, span, limit }: SeriesQuery): RawBuilder<unknown> {
  const first = Math.min(limit, Math.ceil((limit * RUN_SHARE) / ids.length));
  return sql`
    with wanted (series) as (select unnest(${ids}::bigint[])),
    first as materialized (
      select run.at, run.id from wanted cross join lateral (select at, id from detection
        where series = wanted.series and ${within(span)} order by at desc, id desc limit ${first}) as run),
    reach as (select at from first order by at desc, id desc limit 1 offset ${limit - 1})
    select run.id from wanted cross join lateral (select at, id from detection
      where series = wanted.series and ${within(span)} and at >= coalesce((select at from reach), ${span.from})
      order by at desc, id desc limit ${limit}) as run
    order by run.at desc, run.id desc limit ${limit}`;
}

/** Keeps the bound close even when only one in four series has been active lately. */
const RUN_SHARE = 4;
