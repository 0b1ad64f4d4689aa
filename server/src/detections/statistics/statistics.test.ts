import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';
import { guardDesk } from '../../../test/servers/guard-desk.ts';
import type { Database } from '../../db/database.ts';

vi.setConfig({ testTimeout: 30_000 });

const NOON = Date.UTC(2025, 0, 15, 12);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

onBothDatabases('statistics', (fresh) => {
  test('count types, levels and threats of all detections, under any name', async () => {
    const { call, store } = await guardDesk(fresh);
    for (let level = 1; level <= 10; level += 1) await store({ threat_level: level, weapon_type: 'rifle', at: NOON });
    for (const type of ['Knife', 'Machete', 'machete', '__proto__', 'constructor']) {
      await store({ threat_level: 5, weapon_type: type, at: NOON });
    }
    const { body } = await call('GET', '/stats');
    expect(Object.entries(body.by_weapon_type).sort()).toEqual([
      ['Knife', 1],
      ['Machete', 1],
      ['__proto__', 1],
      ['constructor', 1],
      ['machete', 1],
      ['rifle', 10],
    ]);
    expect(body).toMatchObject({
      success: true,
      total: 15,
      active_threats: 3,
      last_hour: 15,
      by_threat_level: { high: 3, medium: 8, low: 4 },
      seq: 15,
      timestamp: '2025-01-15T12:00:00.000Z',
    });
  });

  test('of the last hour are exact to the millisecond', async () => {
    const { app, call, store } = await guardDesk(fresh);
    const times = [0, SECOND, 30 * SECOND, MINUTE - 1, MINUTE, MINUTE + 1, 90 * SECOND].flatMap((past) => [
      NOON - HOUR + past - 1,
      NOON - HOUR + past,
      NOON - HOUR + past + 1,
      NOON - 3 * HOUR + past,
    ]);
    // Devices whose clocks are ahead: counted once their time has come.
    times.push(NOON, NOON + 1, NOON + 20 * SECOND, NOON + HOUR, 0);
    for (const at of times) await store({ at });

    let now = NOON;
    for (const step of [0, 1, SECOND - 2, 29 * SECOND, 30 * SECOND, 1, 30 * SECOND, HOUR, 2 * HOUR]) {
      app.clock.advance(step);
      now += step;
      const expected = times.filter((at) => at > now - HOUR && at <= now).length;
      expect([now - NOON, (await call('GET', '/stats')).body.last_hour]).toEqual([now - NOON, expected]);
    }
  });

  test('include exactly the events up to their event number, also while reports arrive', async () => {
    const { call, store } = await guardDesk(fresh);
    const stored = Array.from({ length: 400 }, () => store({ at: NOON }));
    const moments: number[] = [];
    for (const one of stored) {
      await one;
      const { total, active_threats, last_hour, by_weapon_type, by_threat_level, seq } = (await call('GET', '/stats'))
        .body;
      const figures = [total, active_threats, last_hour, by_weapon_type.Pistol, by_threat_level.high];
      expect(figures).toEqual(figures.map(() => seq));
      moments.push(seq);
    }
    expect(moments.at(-1)).toBe(400);
  });

  test('ACTIVE_THREAT_LEVEL changes threats, not the buckets, and its index is rebuilt at the next start', async () => {
    const place = await fresh();
    const first = await guardDesk(async () => place, { activeThreatLevel: 5 });
    for (let level = 1; level <= 10; level += 1) await first.store({ threat_level: level });
    expect(await threats(first)).toEqual({ listed: [10, 9, 8, 7, 6, 5], threat_count: 6, active_threats: 6 });
    expect(await activeIndexes(first.app.dependencies.database)).toEqual(['detection_active_5']);
    await first.app.close();

    const app = await buildTestApp(async () => place, { activeThreatLevel: 9 });
    const headers = await app.signIn('other@gmail.com');
    const call = async (_method: 'GET', path: string) => ({
      body: (await app.api.inject({ url: `/api/detections${path}`, headers })).json(),
    });
    expect(await threats({ call })).toEqual({ listed: [10, 9], threat_count: 2, active_threats: 2 });
    expect(await activeIndexes(app.dependencies.database)).toEqual(['detection_active_9']);
  });
});

type Caller = { call: (method: 'GET', path: string) => Promise<{ body: ReturnType<typeof JSON.parse> }> };

async function threats({ call }: Caller) {
  const { active_weapon_threats, threat_count } = (await call('GET', '/threats')).body;
  const { active_threats, by_threat_level } = (await call('GET', '/stats')).body;
  expect(by_threat_level).toEqual({ high: 3, medium: 3, low: 4 });
  const listed = active_weapon_threats.map(({ threat_level }: { threat_level: number }) => threat_level);
  return { listed, threat_count, active_threats };
}

async function activeIndexes({ kysely, dialect }: Database): Promise<string[]> {
  const indexes =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'index'`
      : sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public'`;
  const { rows } = await indexes.execute(kysely);
  return rows.map(({ name }) => name).filter((name) => name.startsWith('detection_active'));
}
