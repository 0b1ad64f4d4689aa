import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** Sums the existing counters of minutes, without reading detections. */
export const hourCounters: SchemaChange = async ({ kysely }) => {
  await sql`insert into counter (kind, key, slot, value)
    select 'hour',
      case when key = '-' then '-' else substr(cast(1000000000 + cast(key as bigint) / 60 as text), 2) end as hour,
      slot, sum(value)
    from counter where kind = 'minute' group by hour, slot`.execute(kysely);
};
