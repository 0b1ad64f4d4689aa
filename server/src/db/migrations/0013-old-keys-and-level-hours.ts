import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { SchemaChange } from '../schema-change.ts';

/** A rotated key's predecessor, and detections by hour and level. */
export const oldKeysAndLevelHours: SchemaChange = async ({ kysely }) => {
  await sql`alter table device add column old_key_hash text`.execute(kysely);
  await sql`alter table device add column old_key_until bigint`.execute(kysely);
  await countLevelHours(kysely);
};

export async function countLevelHours(kysely: Kysely<Schema>): Promise<void> {
  await sql`insert into counter (kind, key, slot, value)
    select 'level_hour',
      case when at < 0 then '-' else substr(cast(1000000000 + at / 3600000 as text), 2) end || ' '
        || case when threat_level >= 8 then 'high' when threat_level >= 5 then 'medium' else 'low' end,
      0, count(*)
    from detection group by 2`.execute(kysely);
}
