import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NOON, newDetection } from '../../test/data/new-detection.ts';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { openStore } from '../../test/data/open-store.ts';
import { MINUTE_MS, timeKey } from '../writer/counters/counters.ts';
import { recount } from '../writer/counters/recount.ts';
import type { DatabaseAddress } from './database.ts';
import { hourCounters } from './migrations/0005-hour-counters.ts';
import { series } from './migrations/0006-series.ts';
import { countLevelHours } from './migrations/0013-old-keys-and-level-hours.ts';

onBothDatabases('a database of an older version', (fresh) => {
  test('gets hour counters from the minute counters', async () => {
    const { address, database, writer } = await openStore(await fresh());
    const minutes = [-70, -1, 0, 1, 59, 60, 61, 4_000_000];
    const times = [...minutes.map((before) => NOON - before * MINUTE_MS), -1];
    for (const at of times) await writer.add(newDetection({ at }), null);
    await database.kysely.transaction().execute(async (kysely) => {
      await kysely.deleteFrom('counter').where('kind', 'in', ['hour', 'minute']).execute();
      // All columns of that time.
      const counted = times.map((at) => ({ kind: 'minute' as const, key: timeKey(at, MINUTE_MS), slot: 0, value: 1 }));
      await kysely.insertInto('counter').values(counted).execute();
      await hourCounters({ ...database, kysely });
    });
    expect(await driftOf(address)).toEqual([]);
  });

  test('gets the counters of hours and levels from the rows', async () => {
    const { address, database, writer } = await openStore(await fresh());
    const times = [NOON, NOON - 1, NOON - 90 * MINUTE_MS, NOON - 400 * 24 * 60 * MINUTE_MS, -1];
    for (const at of times) {
      for (const threat_level of [1, 4, 5, 7, 8, 10]) await writer.add(newDetection({ at, threat_level }), null);
    }
    const { kysely } = database;
    await kysely.deleteFrom('counter').where('kind', '=', 'level_hour').execute();
    expect(await driftOf(address)).not.toEqual([]);
    await countLevelHours(kysely);
    expect(await driftOf(address)).toEqual([]);
  });

  test('gets the same series as new rows', async () => {
    const { address, database, writer } = await openStore(await fresh());
    const { kysely } = database;
    for (const threat_level of [1, 4, 5, 7, 8, 10]) {
      await writer.add(newDetection({ threat_level }), null);
      await writer.add(newDetection({ threat_level, weapon_type: 'Säge', location: 'שער "צפון"' }), null);
      const byHand = { device: null, device_id: null, event_id: null, source: 'manual' as const };
      await writer.add(newDetection({ threat_level, location: null, ...byHand }), null);
    }
    const rows = () => kysely.selectFrom('detection').select(['id', 'series']).orderBy('id').execute();
    const written = await rows();
    expect(new Set(written.map((row) => row.series)).size).toBe(9);

    for (const statement of [
      sql`drop index detection_series`,
      sql`drop index detection_newest`,
      sql`alter table detection drop column series`,
      sql`create index detection_newest on detection (at desc, id desc)`,
      sql`create index detection_by_type on detection (weapon_type_key, at desc, id desc)`,
      sql`delete from counter where kind = 'series'`,
    ]) {
      await statement.execute(kysely);
    }
    await series(database);
    expect(await rows()).toEqual(written);
    expect(await driftOf(address)).toEqual([]);
  });
});

async function driftOf(address: DatabaseAddress) {
  const drifts = [];
  for await (const drift of recount(address)) drifts.push(...drift);
  return drifts;
}
