import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { labelsOf, type SeriesLabels, seriesId } from '../writer/counters/series.ts';
import { type DetectionRow, LISTED } from './detections.store.ts';
import { inOrder, type Span } from './history.rules.ts';

export type Series = { id: number; labels: SeriesLabels };

/** The newest detections of some series, by their ids, within a span. */
export type Wanted = { ids: readonly number[]; span: Span; limit: number };

/**
 * Reads of the history, newest first. Which of the last two is quick depends on how many series are wanted, and how many
 * of the newest detections are theirs.
 */
export type HistoryStore = {
  /** All series that have a detection; on several servers now and then one that had. */
  series: () => Promise<Series[]>;
  /** Of all series. */
  newest: (span: Span, limit: number) => Promise<DetectionRow[]>;
  /** Sifts the newest `depth` detections of the span, until there are enough. */
  sift: (wanted: Wanted, depth: number) => Promise<DetectionRow[]>;
  /** Goes to each series and takes the newest of all of them. */
  merge: (wanted: Wanted) => Promise<DetectionRow[]>;
};

export function createHistoryStore({ kysely, dialect }: Database): HistoryStore {
  const columns = sql.join(LISTED.map((column) => sql.ref(`detection.${column}`)));
  // The rows are read last, and only those of the page.
  const rowsAt = async (places: RawBuilder<unknown>) => {
    const query = sql<DetectionRow>`select ${columns} from (${places}) as place cross join detection
      where detection.id = place.id`;
    return inOrder((await query.execute(kysely)).rows);
  };
  let known = new Map<string, Series>();

  return {
    series: async () => {
      // One value instead of a row for each of what may be thousands.
      const { rows } = await (dialect === 'sqlite'
        ? sql<Keys>`select group_concat(key, char(1)) as keys from counter where kind = 'series' and value <> 0`
        : sql<Keys>`select string_agg(key, chr(1)) as keys from counter where kind = 'series' and value <> 0`
      ).execute(kysely);
      const now = new Map<string, Series>();
      for (const key of rows[0]?.keys?.split('\u0001') ?? []) now.set(key, known.get(key) ?? seriesOf(key));
      known = now;
      return [...now.values()];
    },
    newest: (span, limit) =>
      rowsAt(sql`select id from detection where ${within(span)} order by at desc, id desc limit ${limit}`),
    sift: (wanted, depth) => rowsAt(sifted({ ...wanted, depth, dialect })),
    merge: (wanted) => rowsAt(dialect === 'sqlite' ? mergeQueue(wanted) : mergeRuns(wanted)),
  };
}

/** The sum keeps both databases from going to each series after all, and sorting. */
function sifted({ ids, span, limit, depth, dialect }: Wanted & { depth: number; dialect: Database['dialect'] }) {
  const among =
    dialect === 'sqlite' ? sql`in (select value from json_each(${JSON.stringify(ids)}))` : sql`= any(${ids}::bigint[])`;
  return sql`select id from detection
    where ${within(span)} and series + 0 ${among} and at >= coalesce(
      (select at from detection where ${within(span)} order by at desc, id desc limit 1 offset ${depth}), ${span.from})
    order by at desc, id desc limit ${limit}`;
}

type Keys = { keys: string | null };

function seriesOf(key: string): Series {
  return { id: seriesId(key), labels: labelsOf(key) };
}

function within({ from, before }: Span): RawBuilder<unknown> {
  return sql`(at, id) < (${before.at}, ${before.id}) and at >= ${from}`;
}

/** One row of each series waits in a queue that is ordered; whichever leaves it is replaced by the next of its series. */
function mergeQueue({ ids, span: { from, before }, limit }: Wanted): RawBuilder<unknown> {
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

/** Same time first: SQLite goes straight to a time in an index, and to an id only within one time. */
function nextOf({ series, at, id, from }: Before): RawBuilder<number> {
  return sql<number>`coalesce(
    (select id from detection where series = ${series} and at = ${at} and id < ${id} order by id desc limit 1),
    (select id from detection where series = ${series} and at < ${at} and at >= ${from}
      order by at desc, id desc limit 1))`;
}

/** The first few of each series tell how far back the page can reach at most; so each is then read no further. */
function mergeRuns({ ids, span, limit }: Wanted): RawBuilder<unknown> {
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

/** So that the reach is good even when only one in four series has been active lately. */
const RUN_SHARE = 4;
