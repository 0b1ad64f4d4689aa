import { type Kysely, type RawBuilder, sql } from 'kysely';
import { seriesId } from '../../writer/counters/series.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { SchemaChange } from '../schema-change.ts';

/**
 * One index by series serves every filter and replaces the one by type. The index of the newest detections contains the
 * series too, so that they can be filtered without reading the rows.
 */
export const series: SchemaChange = async ({ kysely, dialect }) => {
  await sql`alter table detection add column series bigint not null default 0`.execute(kysely);
  await sql`drop index detection_by_type`.execute(kysely);
  await sql`drop index detection_newest`.execute(kysely);

  await assignSeries({ kysely, dialect });
  await sql`create index detection_newest on detection (at desc, id desc, series)`.execute(kysely);
  await sql`create index detection_series on detection (series, at desc, id desc)`.execute(kysely);
};

/** Sets the series of every row and counts them. */
export async function assignSeries({ kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>): Promise<void> {
  const text = seriesText(dialect);
  await nameSeries(kysely, sql`select distinct ${text} from detection`);
  await sql`update detection set series = (select id from series_name where name = ${text})`.execute(kysely);
  await sql`drop table series_name`.execute(kysely);
  await countSeries({ kysely, dialect });
}

export async function countSeries({ kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>): Promise<void> {
  await sql`insert into counter (kind, key, slot, value)
    select 'series', ${seriesText(dialect)}, 0, count(*) from detection group by 2`.execute(kysely);
}

/** `seriesKey` of a row, in SQL. */
export function seriesText(dialect: Database['dialect']): RawBuilder<string> {
  const line = sql.raw(dialect === 'sqlite' ? 'char(10)' : 'chr(10)');
  return sql`weapon_type_key || ${line}
    || case when threat_level >= 8 then 'high' when threat_level >= 5 then 'medium' else 'low' end || ${line}
    || coalesce(location, '') || ${line} || coalesce(device, '') || ${line} || coalesce(device_id, '')`;
}

/** Makes the table `series_name` of these texts and their ids; the caller drops it. */
export async function nameSeries(kysely: Kysely<Schema>, texts: RawBuilder<unknown>): Promise<void> {
  await sql`create table series_name (name text primary key, id bigint)`.execute(kysely);
  await sql`insert into series_name (name) ${texts}`.execute(kysely);
  const { rows } = await sql<{ name: string }>`select name from series_name`.execute(kysely);
  for (const { name } of rows) {
    await sql`update series_name set id = ${seriesId(name)} where name = ${name}`.execute(kysely);
  }
}
