import { sql } from 'kysely';
import type { Database } from '../../server/src/db/database.ts';

const SPREAD_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Fills an empty, migrated database with plausible detections of the last thirty days, by statements that both dialects
 * run: a million takes seconds. Without frames: reads never touch them.
 */
export async function seedDetections(database: Database, options: { count: number; now: number }): Promise<void> {
  const { count, now } = options;
  const step = SPREAD_MS / count;
  // Primes keep the columns from moving in step.
  const weapon = sql`case (n * 7919) % 9 when 0 then 'rifle' when 1 then 'Pistol' when 2 then 'Pistol' when 3 then 'weapon' when 4 then 'weapon' else 'Knife' end`;
  const level = sql`case when (n * 104729) % 100 < 4 then 8 + (n * 31) % 3 when (n * 104729) % 100 < 40 then 5 + (n * 31) % 3 else 1 + (n * 31) % 4 end`;
  const metrics = '{"cpu_usage":47.5,"gpu_usage":61.2,"ram_usage":58.1,"cpu_temp":54.3,"network_status":"Connected"}';

  await database.kysely.transaction().execute(async (transaction) => {
    const at = sql`${now - SPREAD_MS} + cast(n * ${sql.lit(step)} as bigint)`;
    await sql`
      insert into detection (at, received_at, weapon_type, weapon_type_key, confidence, threat_level, location, device,
        device_id, source, metrics)
      with recursive numbers (n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${sql.lit(count)})
      select ${at}, ${at}, ${weapon}, lower(${weapon}), 50 + (n * 17) % 50, ${level}, 'Gate ' || cast(n % 9 as text),
        'Camera ' || cast(n % 40 as text), 'device-' || cast(n % 40 as text),
        case when n % 200 = 0 then 'manual' else 'device' end, ${sql.lit(metrics)}
      from numbers`.execute(transaction);
    await sql`insert into report_key (device_id, event_id, detection_id)
      select device_id, 'seed-' || cast(id as text), id from detection`.execute(transaction);
    await sql`insert into event (seq, kind, detection_id) select id, 'created', id from detection`.execute(transaction);
    await sql`update event_head set seq = ${sql.lit(count)}`.execute(transaction);

    // The minutes of this century's first half have eight digits, its hours six, and their keys nine.
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
  // What the databases do by themselves after a while.
  await sql`analyze`.execute(database.kysely);
  if (database.dialect === 'postgres') await sql`vacuum analyze detection`.execute(database.kysely);
}
