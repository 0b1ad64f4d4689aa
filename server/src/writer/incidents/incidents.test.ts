import { divideIntoIncidents, summarize } from '@vedette/contract/incident-rule';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { drift } from '../../../test/data/expect-whole-store.ts';
import { frameBytes, NOON, newDetection } from '../../../test/data/new-detection.ts';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { type OpenStore, openStore } from '../../../test/data/open-store.ts';
import { createRetention } from '../thread/retention.ts';
import { ONLY_SLOT } from '../thread/server-slot.ts';
import { summaryIn } from './incident-rows.ts';
import { bySeries, SIGHTED, sightingOf } from './spans.ts';

vi.setConfig({ testTimeout: 120_000 });

const GAP_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The stored incidents, and what the rule says of the stored detections: without ids, in one order. */
async function keptAndRight({ database: { kysely } }: OpenStore) {
  const rows = await kysely
    .selectFrom('detection')
    .select(['id', ...SIGHTED])
    .execute();
  const right = bySeries(rows).flatMap(({ series, rows: own }) =>
    divideIntoIncidents(own.map(sightingOf), GAP_MS).map((group) => ({ ...series, ...summarize(group) })),
  );
  const stored = await kysely.selectFrom('incident').selectAll().execute();
  const kept = stored.map((row) => {
    const { origin, weapon_type_key } = row;
    return { origin, weapon_type_key, ...summaryIn(row) };
  });
  const inOrder = (incidents: typeof kept) => incidents.map((one) => JSON.stringify(one)).sort();
  return { kept: inOrder(kept), right: inOrder(right) };
}

async function expectTheRule(opened: OpenStore) {
  const { kept, right } = await keptAndRight(opened);
  expect(kept).toEqual(right);
  expect(await drift(opened.address)).toEqual([]);
}

async function incidentIds({ database }: OpenStore): Promise<number[]> {
  const rows = await database.kysely.selectFrom('incident').select('id').orderBy('first_at').execute();
  return rows.map(({ id }) => id);
}

type Step =
  | { do: 'report'; reports: { after: number; type: string; device: number; confidence: number; framed: boolean }[] }
  | { do: 'delete'; which: number }
  | { do: 'clear' };

const report = fc.record({
  after: fc.integer({ min: 0, max: 400 }),
  type: fc.constantFrom('Knife', 'rifle', 'KNIFE'),
  device: fc.integer({ min: 0, max: 2 }),
  confidence: fc.constantFrom(50, 75.5, 90),
  framed: fc.boolean(),
});
const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('report' as const),
        reports: fc.array(report, { minLength: 1, maxLength: 12 }),
      }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
  ),
  { minLength: 1, maxLength: 25 },
);

const DEVICES = ['camera-1', 'camera-2', null];

async function take({ writer, database }: OpenStore, step: Step) {
  if (step.do === 'clear') return void (await writer.clear());
  if (step.do === 'delete') {
    const ids = await database.kysely.selectFrom('detection').select('id').orderBy('id').execute();
    const { id } = ids[step.which % Math.max(1, ids.length)] ?? {};
    return void (id !== undefined && (await writer.remove(id)));
  }
  // Sent together, they come to the thread in batches.
  await Promise.all(
    step.reports.map(({ after, type, device, confidence, framed }) => {
      const device_id = DEVICES[device] ?? null;
      const row = newDetection({
        at: NOON + after * 1_000,
        weapon_type: type,
        confidence,
        threat_level: Math.round(confidence / 10),
        device_id,
        event_id: null,
        location: confidence === 50 ? 'South gate' : 'North gate',
      });
      return writer.add(row, framed ? frameBytes(100) : null);
    }),
  );
}

onBothDatabases('incidents', (fresh) => {
  test('equal the rule applied to the stored detections after reports and deletions in any order', async () => {
    const opened = await openStore(await fresh());
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        await opened.writer.clear();
        for (const step of taken) await take(opened, step);
        await expectTheRule(opened);
      }),
      { numRuns: 12 },
    );
  });

  test('keep the older id when a late report makes two of them one, and say so in the log', async () => {
    const opened = await openStore(await fresh());
    const { writer, events, database, store } = opened;
    const at = (seconds: number) => writer.add(newDetection({ at: NOON + seconds * 1_000 }), null);
    const later = await at(100);
    const earlier = await at(0);
    expect(await incidentIds(opened)).toEqual([2, 1]);
    expect([later, earlier]).toMatchObject([{ incident_id: 1 }, { incident_id: 2 }]);
    const late = await at(50);
    expect(late).toMatchObject({ incident_id: 1 });
    expect(await incidentIds(opened)).toEqual([1]);
    const { events: logged } = await events.after(2, 10);
    expect(logged.map(({ seq, event: { type, data } }) => [seq, type, data])).toEqual([
      [3, 'detection.created', expect.objectContaining({ incident_id: 1 })],
      [4, 'incident.merged', { id: 2, into: 1 }],
    ]);
    expect((await store.newest({ limit: 10, after: null })).map(({ incident_id }) => incident_id)).toEqual([1, 1, 1]);
    await expectTheRule(opened);

    // A chain of merges ends at the one that is left, and is forgotten with it.
    await at(220);
    await at(160);
    const merged = () => database.kysely.selectFrom('merged_incident').selectAll().orderBy('id').execute();
    expect(await merged()).toEqual([
      { id: 2, into_id: 1 },
      { id: 3, into_id: 1 },
    ]);
    await writer.clear();
    expect(await merged()).toEqual([]);
  });

  test('one batch may bridge many', async () => {
    const opened = await openStore(await fresh());
    const at = (seconds: number) => opened.writer.add(newDetection({ at: NOON + seconds * 1_000 }), null);
    for (const seconds of [0, 100, 200, 300, 400]) await at(seconds);
    expect(await incidentIds(opened)).toHaveLength(5);
    await Promise.all([50, 150, 250, 350].map(at));
    expect(await incidentIds(opened)).toEqual([1]);
    await expectTheRule(opened);
  });

  test('fall apart where a deletion leaves a gap: the first part keeps the id, and pages load again', async () => {
    const opened = await openStore(await fresh());
    const { writer, events, database } = opened;
    const ids: number[] = [];
    for (const seconds of [0, 50, 100])
      ids.push((await writer.add(newDetection({ at: NOON + seconds * 1_000 }), null)).id);
    await writer.remove(ids[1] ?? 0);
    expect(await incidentIds(opened)).toEqual([1, 2]);
    const { events: logged } = await events.after(3, 10);
    expect(logged.map(({ event }) => event.type)).toEqual(['detection.deleted', 'reset']);
    await expectTheRule(opened);
    for (const id of ids) await writer.remove(id);
    expect(await database.kysely.selectFrom('incident').selectAll().execute()).toEqual([]);
  });

  test('group what officers record by place', async () => {
    const opened = await openStore(await fresh());
    const byHand = { device_id: null, device: null, event_id: null, source: 'manual' as const };
    for (const location of ['Gate 1', 'Gate 7', 'Gate 1']) {
      await opened.writer.add(newDetection({ ...byHand, location }), null);
    }
    expect(await incidentIds(opened)).toHaveLength(2);
    await expectTheRule(opened);
  });

  test('stay exact while retention removes detections', async () => {
    const opened = await openStore(await fresh());
    const now = Date.now();
    // A part is old, not in the order of its times: gaps are left at the beginning and in the middle.
    const isOld = (index: number) => index < 60 || index % 20 < 8;
    const indexes = Array.from({ length: 300 }, (_, index) => index);
    const add = (index: number) => {
      const received_at = isOld(index) ? now - 31 * DAY_MS : now;
      const row = { at: now - 32 * DAY_MS + index * 10_000, received_at, confidence: 50 + (index % 7) };
      return opened.writer.add(newDetection(row), frameBytes(100));
    };
    await Promise.all(indexes.filter(isOld).map(add));
    await Promise.all(indexes.filter((index) => !isOld(index)).map(add));
    const { database } = opened;
    const retention = createRetention({
      database,
      serverSlot: ONLY_SLOT,
      days: 30,
      now: () => now,
      onRemoved: () => {},
    });
    do await expectTheRule(opened);
    while (await retention.step());
    expect((await incidentIds(opened)).length).toBeGreaterThan(3);
    await expectTheRule(opened);
  });

  test('of detections that an older version stored are found in the background, among new reports and deletions', async () => {
    const place = await fresh();
    const before = await openStore(place);
    const at = (seconds: number) => newDetection({ at: NOON + seconds * 1_000 });
    const old = await Promise.all(
      Array.from({ length: 1_100 }, (_, n) => before.writer.add(at(n * 45), n % 10 === 0 ? frameBytes(100) : null)),
    );
    const { kysely } = before.database;
    await kysely.deleteFrom('incident').execute();
    const ungrouped = { ungrouped_after: 0, ungrouped_to: old.length };
    await kysely.updateTable('incident_state').set(ungrouped).execute();
    expect((await before.store.newest({ limit: 1, after: null }))[0]?.incident_id).toBeNull();
    await before.close();

    const opened = await openStore(place);
    const { writer } = opened;
    await Promise.all(Array.from({ length: 270 }, (_, n) => writer.add(at(n * 180 + 20), null)));
    for (const { id } of old.filter((_, index) => index % 160 === 0)) await writer.remove(id);
    const isDone = async () => {
      const state = await opened.database.kysely.selectFrom('incident_state').selectAll().executeTakeFirstOrThrow();
      return state.ungrouped_after === state.ungrouped_to;
    };
    await expect.poll(isDone, { timeout: 90_000 }).toBe(true);
    await expectTheRule(opened);
  });

  test('are found again under another gap', async () => {
    const place = await fresh();
    const first = await openStore(place);
    for (const seconds of [0, 50, 150]) await first.writer.add(newDetection({ at: NOON + seconds * 1_000 }), null);
    expect(await incidentIds(first)).toHaveLength(2);
    await first.close();
    const wider = await openStore(place, { incidentGapMs: 100_000 });
    await expect.poll(() => incidentIds(wider), { timeout: 90_000 }).toHaveLength(1);
    expect(await drift(place.address)).toEqual([]);
  });

  test('that differ from the rule are found by the background check', async () => {
    const opened = await openStore(await fresh());
    await opened.writer.add(newDetection({ at: NOON }), null);
    await opened.database.kysely.updateTable('incident').set({ sightings: 3 }).execute();
    const key = `camera-1 pistol ${NOON}`;
    expect(await drift(opened.address)).toEqual([{ kind: 'incident', key, counted: 1, stored: 3 }]);
    await opened.database.kysely.deleteFrom('incident').execute();
    expect(await drift(opened.address)).toEqual([{ kind: 'incident', key, counted: 1, stored: 0 }]);
  });
});
