import fc from 'fast-check';
import { expect, it } from 'vitest';
import { frameBytes, NOON, newDetection } from '../../../test/data/new-detection.ts';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { openStore } from '../../../test/data/open-store.ts';
import { HOUR_MS, MINUTE_MS, timeKey, timeOfKey } from './counters.ts';
import { recount } from './recount.ts';

type Report = {
  type: string;
  level: number;
  minutesAgo: number;
  place: string | null;
  manual: boolean;
  framed: boolean;
};
type Step = { do: 'add'; reports: Report[] } | { do: 'remove'; which: number } | { do: 'clear' };

const report = fc.record({
  type: fc.constantFrom('Knife', 'Pistol', 'weapon', 'rifle', 'Machete', 'machete'),
  level: fc.integer({ min: 1, max: 10 }),
  minutesAgo: fc.integer({ min: -3, max: 90 }),
  place: fc.constantFrom('North gate', 'Dock', null),
  manual: fc.boolean(),
  framed: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('add' as const), reports: fc.array(report, { maxLength: 12 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('remove' as const), which: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'clear' as const }) },
);

onBothDatabases('counters', (fresh) => {
  it('equal a full count after any sequence of inserts, deletes and clearings', async () => {
    const opened = await openStore(await fresh());
    const { writer, store } = opened;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await writer.clear();
        const model = new Map<number, { at: number; type: string }>();
        for (const next of steps) {
          if (next.do === 'clear') {
            expect(await writer.clear()).toBe(model.size);
            model.clear();
          } else if (next.do === 'remove') {
            const id = [...model.keys()][next.which] ?? -1;
            expect((await writer.remove(id)) !== null).toBe(model.delete(id));
          } else {
            await Promise.all(
              next.reports.map(async ({ type, level, minutesAgo, place, manual, framed }) => {
                const at = NOON - minutesAgo * 60_000;
                const who = manual ? { source: 'manual' as const, device_id: null, event_id: null } : {};
                const row = newDetection({ at, weapon_type: type, threat_level: level, location: place, ...who });
                const { id } = await writer.add(row, framed ? frameBytes(64) : null);
                model.set(id, { at, type });
              }),
            );
          }
        }
        for await (const drift of recount(opened.address)) expect(drift).toEqual([]);
        const hourAgo = NOON - 60 * 60_000 + 1_234;
        const inLastHour = [...model.values()].filter(({ at }) => at > hourAgo && at <= NOON).length;
        const { total, lastHour } = await store.statistics({ since: hourAgo, now: NOON });
        expect([total, lastHour]).toEqual([model.size, inLastHour]);
        const inSeries = [...(await store.counters('series')).values()];
        expect(inSeries.reduce((sum, count) => sum + count, 0)).toBe(model.size);
        const listed = (await store.newest({ limit: 1_000, after: null })).map(({ id }) => id);
        const newestFirst = [...model].sort(([a, x], [b, y]) => y.at - x.at || b - a).map(([id]) => id);
        expect(listed).toEqual(newestFirst);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

it.each([MINUTE_MS, HOUR_MS])('sorts keys of %d ms steps in the order of time', (step) => {
  const times = [-1, 0, step - 1, step, Date.UTC(1988, 0), NOON, Date.UTC(2400, 0)];
  const keys = times.map((at) => timeKey(at, step));
  expect([...keys].sort()).toEqual(keys);
  expect(timeOfKey(timeKey(NOON + step - 1, step), step)).toBe(NOON);
});
