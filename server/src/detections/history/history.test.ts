import type { ThreatBucket } from '@vedette/contract/threat-level';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOON, newDetection } from '../../../test/data/new-detection.ts';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { openStore } from '../../../test/data/open-store.ts';
import { type GuardDesk, guardDesk } from '../../../test/servers/guard-desk.ts';
import type { NewDetection } from '../../writer/new-detection.ts';
import type { DetectionRow } from '../detection-rows.ts';
import { createHistoryStore } from './history.store.ts';
import { createHistory, type ParsedFilter } from './history.ts';

const TYPES = ['Knife', 'knife', 'Pistol', 'Säge'];
const PLACES = ['North gate', 'South gate', 'Dock 100%', null];
const DEVICES = ['a', 'b', null];

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
const row = fc.record({
  at: fc.integer({ min: 0, max: 6 }).map((second) => NOON + second * 1_000),
  weapon_type: oneOf(...TYPES),
  threat_level: fc.integer({ min: 1, max: 10 }),
  location: oneOf(...PLACES),
  device_id: oneOf(...DEVICES),
});
/** At most two conditions: more leave hardly a row of so few. */
const arbitraryFilter: fc.Arbitrary<ParsedFilter> = fc
  .record(
    {
      weapon_type: oneOf('KNIFE', 'säge', 'rifle'),
      level: oneOf<ThreatBucket>('high', 'medium', 'low'),
      device_id: oneOf('a', 'b', 'c'),
      location: oneOf('North gate', 'north gate', 'Dock 100%'),
      text: oneOf('GATE', 'SÄG', '100%', '_', 'camera', 'nothing like it'),
      from: fc.integer({ min: -1, max: 7 }).map((second) => NOON + second * 1_000),
      to: fc.integer({ min: -1, max: 7 }).map((second) => NOON + second * 1_000),
    },
    { requiredKeys: [] },
  )
  .filter((filter) => Object.keys(filter).length <= 2);

/** The filter in its simplest form, over all rows. */
function satisfies(stored: NewDetection, filter: ParsedFilter): boolean {
  const bucket = stored.threat_level >= 8 ? 'high' : stored.threat_level >= 5 ? 'medium' : 'low';
  const words = [stored.location, stored.device, stored.weapon_type].map((word) => word?.toLowerCase() ?? '');
  return (
    (filter.weapon_type === undefined || stored.weapon_type.toLowerCase() === filter.weapon_type.toLowerCase()) &&
    (filter.level === undefined || bucket === filter.level) &&
    (filter.device_id === undefined || stored.device_id === filter.device_id) &&
    (filter.location === undefined || stored.location === filter.location) &&
    (filter.from === undefined || stored.at >= filter.from) &&
    (filter.to === undefined || stored.at < filter.to) &&
    (filter.text === undefined || words.some((word) => word.includes(filter.text?.toLowerCase() ?? '')))
  );
}

onBothDatabases('a filter', (fresh) => {
  test('leaves the detections that satisfy all of it, page by page, in every query strategy', async () => {
    const { database, events, writer } = await openStore(await fresh());
    const parts = { store: createHistoryStore(database, { team: false }), head: events.head };
    const strategies = [
      createHistory(parts),
      createHistory({ ...parts, mergeMaxSeries: 0, scanDepth: 7 }),
      createHistory({ ...parts, mergeMaxSeries: 0 }),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 40 }),
        fc.array(arbitraryFilter, { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, filters, limit) => {
          await writer.clear();
          const detections = rows.map((given) => {
            const byHand = { device: null, source: 'manual' as const, event_id: null };
            return newDetection({ ...given, ...(given.device_id === null ? byHand : { device: 'Camera' }) });
          });
          const stored = await Promise.all(
            detections.map(async (given) => ({ ...given, id: (await writer.add(given, null)).id })),
          );
          stored.sort((a, b) => b.at - a.at || b.id - a.id);
          for (const filter of filters) {
            const expected = stored.filter((one) => satisfies(one, filter)).map(({ id }) => id);
            for (const strategy of strategies) {
              const ids: number[] = [];
              for (let rows: DetectionRow[] = [], after = null; ; after = rows.at(-1) ?? null) {
                rows = await strategy.page(filter, { limit, after });
                ids.push(...rows.map(({ id }) => id));
                if (rows.length < limit) break;
              }
              expect([filter, ids]).toEqual([filter, expected]);
              expect([filter, await strategy.count(filter, 1_000)]).toEqual([filter, expected.length]);
              expect(await strategy.count(filter, 2)).toBe(Math.min(2, expected.length));
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  test('is given in the address, and never changes the total', async () => {
    const desk = await guardDesk(fresh);
    const at = (minute: number) => Date.UTC(2025, 0, 15, 11, minute);
    const knife = await desk.store({ weapon_type: 'Knife', threat_level: 6, location: 'North gate', at: at(1) });
    const rifle = await desk.store({ weapon_type: 'rifle', threat_level: 9, location: 'Dock 7', at: at(2) });
    const manual = await desk.store({
      ...{ weapon_type: 'Кинжал', threat_level: 2, location: 'שער צפון', at: at(3) },
      ...{ device: null, device_id: null, source: 'manual' as const, event_id: null },
    });
    for (const [query, ids] of [
      ['', [manual, rifle, knife]],
      ['weapon_type=KNIFE', [knife]],
      ['weapon_type=кинжал', [manual]],
      ['level=high', [rifle]],
      ['level=medium', [knife]],
      ['level=low', [manual]],
      ['device_id=camera-1', [rifle, knife]],
      ['location=Dock 7', [rifle]],
      ['location=dock 7', []],
      ['from=2025-01-15T11:02:00Z', [manual, rifle]],
      ['to=2025-01-15T11:02:00.000Z', [knife]],
      ['from=2025-01-15T13:02:00%2B02:00&to=2025-01-15T11:03:00Z', [rifle]],
      ['from=2025-01-15T11:03:00Z&to=2025-01-15T11:01:00Z', []],
      ['text=GATE', [rifle, knife]],
      ['text=צפון', [manual]],
      ['text= dock ', [rifle]],
      ['text=%25', []],
      ['text=_', []],
      ['text=high', []],
      ['text=camera-1', []],
      ['weapon_type=rifle&level=high&device_id=camera-1&text=dock&from=2025-01-15T11:00:00Z', [rifle]],
      ['weapon_type=rifle&level=low', []],
    ] as const) {
      expect([query, await listed(desk, query)]).toEqual([query, { ids, total: 3, next_cursor: null }]);
    }
  });

  test('counts what matches', async () => {
    const desk = await guardDesk(fresh);
    await desk.store({ weapon_type: 'Knife' });
    await desk.store({ weapon_type: 'rifle' });
    await desk.store({ weapon_type: 'rifle' });
    const counted = async (query: string) => (await desk.call('GET', `/matching?${query}`)).body;
    expect(await counted('weapon_type=RIFLE')).toEqual({ success: true, count: 2, more: false });
    expect(await counted('weapon_type=Pistol')).toEqual({ success: true, count: 0, more: false });
    expect(await counted('')).toEqual({ success: true, count: 3, more: false });
  });

  test('answers 400 with the name of an invalid field', async () => {
    const { call } = await guardDesk(fresh);
    for (const [field, values] of Object.entries({
      weapon_type: ['', '%20', 'x'.repeat(65), '%01'],
      level: ['', 'HIGH', '8', 'high&level=low'],
      device_id: ['', 'x'.repeat(129)],
      location: ['', 'x'.repeat(201), 'a%0Ab'],
      from: ['', 'yesterday', '2025-01-15', '2025-02-30T00:00:00Z', '2016-12-31T23:59:60Z', '1736899200000'],
      to: ['', 'now'],
      text: ['', '%20', 'x'.repeat(101), 'a%0Ab'],
    })) {
      for (const value of values) {
        for (const path of ['/all', '/export.csv']) {
          const { status, body } = await call('GET', `${path}?${field}=${value}`);
          expect([path, field, value, status, body]).toMatchObject([path, field, value, 400, { field }]);
        }
      }
    }
  });

  test('shows a new detection and hides a deleted one at once', async () => {
    const desk = await guardDesk(fresh);
    expect((await listed(desk, 'text=machete')).ids).toEqual([]);
    const id = await desk.store({ weapon_type: 'Machete', location: 'Roof' });
    expect((await listed(desk, 'text=machete')).ids).toEqual([id]);
    await desk.call('DELETE', `/${id}`);
    expect((await listed(desk, 'text=machete')).ids).toEqual([]);
  });
});

async function listed({ call }: GuardDesk, query: string) {
  const { body } = await call('GET', `/all?${encodeURI(query).replaceAll('%25', '%')}`);
  return { ids: body.data.map(({ id }: { id: number }) => id), total: body.total, next_cursor: body.next_cursor };
}
