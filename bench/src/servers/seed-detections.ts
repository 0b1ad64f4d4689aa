import { sql } from 'kysely';
import type { Database } from '../../../server/src/db/database.ts';
import { countSeries, nameSeries, seriesText } from '../../../server/src/db/migrations/0006-series.ts';
import { countLevelHours } from '../../../server/src/db/migrations/0013-old-keys-and-level-hours.ts';
import { groupAllStored } from '../../../server/src/writer/incidents/group-stored.ts';

export const SEEDED_DAYS = 30;
const SPREAD_MS = SEEDED_DAYS * 24 * 60 * 60 * 1_000;

/**
 * Fills an empty, migrated database with plausible detections of the last thirty days, with statements that both dialects
 * run: a million takes seconds. There are no frames, because the measured reads do not use them.
 */
export async function seedDetections(database: Database, options: { count: number; now: number }): Promise<void> {
  const { count, now } = options;
  const step = SPREAD_MS / count;
  // Primes prevent correlated columns.
  const weapon = sql`case (n * 7919) % 9 when 0 then 'rifle' when 1 then 'Pistol' when 2 then 'Pistol' when 3 then 'weapon' when 4 then 'weapon' else 'Knife' end`;
  const level = sql`case when (n * 104729) % 101 < 4 then 8 + (n * 31) % 3 when (n * 104729) % 101 < 40 then 5 + (n * 31) % 3 else 1 + (n * 31) % 4 end`;
  const metrics = '{"cpu_usage":47.5,"gpu_usage":61.2,"ram_usage":58.1,"cpu_temp":54.3,"network_status":"Connected"}';
  const drawn = sql`with recursive numbers (n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${sql.lit(count)}),
    drawn as (select n, ${sql.lit(now - SPREAD_MS)} + cast(n * ${sql.lit(step)} as bigint) as at, ${weapon} as weapon_type,
      lower(${weapon}) as weapon_type_key, ${level} as threat_level, 'Gate ' || cast((n % 40) % 9 as text) as location,
      'Camera ' || cast(n % 40 as text) as device, 'device-' || cast(n % 40 as text) as device_id from numbers)`;
  const { dialect } = database;

  await database.kysely.transaction().execute(async (transaction) => {
    await nameSeries(transaction, sql`${drawn} select distinct ${seriesText(dialect)} from drawn`);
    await sql`
      insert into detection (at, received_at, weapon_type, weapon_type_key, confidence, threat_level, location, device,
        device_id, source, metrics, series)
      ${drawn} select at, at, weapon_type, weapon_type_key, 50 + (n * 17) % 50, threat_level, location, device, device_id,
        case when n % 199 = 0 then 'manual' else 'device' end, ${sql.lit(metrics)},
        (select id from series_name where name = ${seriesText(dialect)})
      from drawn order by n`.execute(transaction);
    await sql`drop table series_name`.execute(transaction);
    await countSeries({ kysely: transaction, dialect });
    await countLevelHours(transaction);
    await sql`insert into report_key (device_id, event_id, detection_id)
      select device_id, 'seed-' || cast(id as text), id from detection`.execute(transaction);
    await sql`insert into event (seq, kind, detection_id) select id, 'created', id from detection`.execute(transaction);
    await sql`update event_head set seq = ${sql.lit(count)}`.execute(transaction);

    // Until 2050 minutes have eight digits and hours six; keys are padded to nine.
    for (const [kind, key, condition] of [
      ['total', sql`''`, sql`true`],
      ['type', sql`weapon_type`, sql`true`],
      ['level', sql`cast(threat_level as text)`, sql`true`],
      ['minute', sql`'0' || cast(at / 60000 as text)`, sql`true`],
      ['hour', sql`'000' || cast(at / 3600000 as text)`, sql`true`],
      ['manual', sql`''`, sql`source = 'manual'`],
    ] as const) {
      await sql`insert into counter (kind, key, slot, value)
        select ${sql.lit(kind)}, ${key}, 0, count(*) from detection where ${condition} group by 2`.execute(transaction);
    }
  });
  await groupAllStored(database);
  // Runs the maintenance that the databases otherwise do later.
  await sql`analyze`.execute(database.kysely);
  if (database.dialect === 'postgres') await sql`vacuum analyze detection`.execute(database.kysely);
}
