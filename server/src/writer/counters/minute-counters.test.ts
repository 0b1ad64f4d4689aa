import { expect, test } from 'vitest';
import { newDetection } from '../../../test/data/new-detection.ts';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { openStore } from '../../../test/data/open-store.ts';
import { HOUR_MS, MINUTE_MS, timeKey } from './counters.ts';
import { deleteOldMinutes } from './minute-counters.ts';
import { recount } from './recount.ts';

const DAY_MS = 24 * HOUR_MS;

onBothDatabases('minute counters', (fresh) => {
  test('are deleted after two days, and the counters still equal a full count', async () => {
    const { address, database, store, writer } = await openStore(await fresh());
    const { kysely } = database;
    const now = Date.now();
    const times = [0, 1, 49, 60, 24 * 60].map((minutes) => now - minutes * MINUTE_MS);
    // One more than a step takes.
    const old = Array.from({ length: 1_001 }, (_, index) => now - 3 * DAY_MS - index * MINUTE_MS);
    const [oldest] = await Promise.all([...old, ...times].map((at) => writer.add(newDetection({ at }), null)));
    const keys = async () => {
      const rows = await kysely
        .selectFrom('counter')
        .select('key')
        .where('kind', '=', 'minute')
        .orderBy('key')
        .execute();
      return rows.map(({ key }) => key);
    };
    const expectNoDrift = async () => {
      for await (const drift of recount(address, now)) expect(drift).toEqual([]);
    };
    const kept = times.map((at) => timeKey(at, MINUTE_MS)).sort();

    while (await deleteOldMinutes(kysely, now));
    expect(await keys()).toEqual(kept);
    await expectNoDrift();
    expect((await store.statistics({ since: now - HOUR_MS, now })).lastHour).toBe(3);
    const byHour = await store.countEach('hour', { from: 0, to: now + HOUR_MS });
    expect(byHour.reduce((sum, { count }) => sum + count, 0)).toBe(old.length + times.length);

    await writer.remove(oldest?.id ?? 0);
    await expectNoDrift();
    expect(await deleteOldMinutes(kysely, now)).toBe(false);
    expect(await keys()).toEqual(kept);
  });

  test('are kept relative to the last detection instead of the clock', async () => {
    const { database, writer } = await openStore(await fresh());
    const at = Date.now() - 400 * DAY_MS;
    for (const hoursBefore of [0, 47, 49]) await writer.add(newDetection({ at: at - hoursBefore * HOUR_MS }), null);
    await deleteOldMinutes(database.kysely, Date.now());
    const rows = await database.kysely.selectFrom('counter').select('key').where('kind', '=', 'minute').execute();
    expect(rows).toHaveLength(2);
  });
});
