import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';
import { assignSeries } from '../../src/db/migrations/0006-series.ts';
import { groupAllStored } from '../../src/writer/incidents/group-stored.ts';
import { NOON } from './new-detection.ts';

export const MANY = 20_000;
export const FRAMES_PER_SEGMENT = 5_000;
const FRAME_BYTES = 1_000;
const SPACING_MS = 30_000;

/**
 * A week of reports, stored in another order than their times: enough for the planner to choose a bad plan if there is
 * one. One in ten is manual, three in ten are threats, and each has a frame, a comment, a key and an event.
 */
export async function storeManyDetections(database: Database): Promise<void> {
  const { kysely } = database;
  for (const statement of [
    sql`insert into detection (at, received_at, weapon_type, weapon_type_key, confidence, threat_level, location, device,
        device_id, source, metrics, frame_place, frame_size, frame_sha256)
      select ${sql.lit(NOON)} - cast((n * 7919) % ${sql.lit(MANY)} as bigint) * ${sql.lit(SPACING_MS)},
        ${sql.lit(NOON)}, type, lower(type), 80.5, 1 + n % 10, 'North gate',
        'Camera ' || cast(n % 10 as text), 'camera-' || cast(n % 10 as text),
        case when n % 10 = 0 then 'manual' else 'device' end, '{"cpu_usage":12}',
        ${padded(sql`1 + (n - 1) / ${sql.lit(FRAMES_PER_SEGMENT)}`, 8)} || '/' ||
          ${padded(sql`((n - 1) % ${sql.lit(FRAMES_PER_SEGMENT)}) * ${sql.lit(FRAME_BYTES)}`, 10)},
        ${sql.lit(FRAME_BYTES)}, ${sql.lit('0'.repeat(64))}
      from (with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(MANY)})
        select n, case n % 4 when 0 then 'Knife' when 1 then 'Pistol' when 2 then 'weapon' else 'rifle' end as type
        from numbers) as numbered
      order by n`,
    sql`insert into comment (detection_id, comment, user_name, user_id, at)
      select id, 'Seen', 'Ana', 1, at from detection order by id`,
    sql`insert into report_key (device_id, event_id, detection_id)
      select device_id, cast(id as text), id from detection`,
    sql`insert into event (seq, kind, detection_id) select id, 'created', id from detection`,
    ...['total', 'type', 'level', 'level_hour', 'minute', 'hour', 'manual'].map(
      (kind) => sql`insert into counter (kind, key, slot, value)
        select ${sql.lit(kind)}, ${sql.raw(counterKeys[kind] ?? "''")}, 0, count(*) from detection
        where ${sql.raw(kind === 'manual' ? "source = 'manual'" : 'true')} group by 2`,
    ),
  ]) {
    await statement.execute(kysely);
  }
  await assignSeries(database);
  await groupAllStored(database);
  await sql`insert into merged_incident (id, into_id) select 1000000 + id, 1 from detection`.execute(kysely);
}

const counterKeys: Record<string, string> = {
  type: 'weapon_type',
  level: 'cast(threat_level as text)',
  minute: 'substr(cast(1000000000 + at / 60000 as text), 2)',
  hour: 'substr(cast(1000000000 + at / 3600000 as text), 2)',
  level_hour: `substr(cast(1000000000 + at / 3600000 as text), 2) || ' ' || case
    when threat_level >= 8 then 'high' when threat_level >= 5 then 'medium' else 'low' end`,
};

/** SQL for both databases: the number as text, padded with zeros. */
function padded(number: ReturnType<typeof sql>, digits: number) {
  return sql`substr(cast(${sql.lit(10 ** digits)} + ${number} as text), 2)`;
}

/** Updates the planner's statistics. */
export async function updateStatistics({ kysely, dialect }: Database): Promise<void> {
  await (dialect === 'postgres' ? sql`vacuum analyze` : sql`analyze`).execute(kysely);
}
