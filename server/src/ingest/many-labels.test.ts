import { CHOICES_MAX, LABEL_SETS_MAX, LABELS_MAX, OTHER_LABEL } from '@vedette/contract/labels';
import { WEAPON_TYPES } from '@vedette/contract/weapon-type';
import { expect, test, vi } from 'vitest';
import { newDetection } from '../../test/data/new-detection.ts';
import { freshPostgres, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';
import { guardDesk } from '../../test/servers/guard-desk.ts';
import { twoServers } from '../../test/servers/two-servers.ts';
import { databaseAddress, openDatabase } from '../db/database.ts';
import { recount } from '../writer/counters/recount.ts';
import type { NewDetection } from '../writer/new-detection.ts';

vi.setConfig({ testTimeout: 60_000 });

const TYPES = LABELS_MAX.weapon_type.perDevice;
const PLACES = LABELS_MAX.location.perDevice;
const LOGGED = /a device reports too many different labels/;

onBothDatabases('a device with too many labels', (fresh) => {
  test('is counted and found under "other" beyond the maximum of types and places, and shown with its own labels', async () => {
    const { app, call } = await guardDesk(fresh);
    const reported = await reportMany(app, PLACES + 20, (number) => ({
      weapon_type: `Type ${number}`,
      location: `Place ${number}`,
    }));
    app.expectLogLine(LOGGED);
    const { by_weapon_type } = (await call('GET', '/stats')).body;
    expect(Object.keys(by_weapon_type)).toHaveLength(TYPES + 1);
    expect(by_weapon_type[OTHER_LABEL]).toBe(PLACES + 20 - TYPES);
    expect((await call('GET', `/weapons/${OTHER_LABEL}`)).body.count).toBe(PLACES + 20 - TYPES);
    expect((await call('GET', `/all?location=${OTHER_LABEL}`)).body.data).toHaveLength(20);
    expect((await call('GET', '/all?location=Place 7')).body.data).toHaveLength(1);

    const last = reported.at(-1) ?? 0;
    expect((await call('GET', `/${last}`)).body.detection).toMatchObject({
      weapon_type: `Type ${PLACES + 20}`,
      location: `Place ${PLACES + 20}`,
      other_labels: ['weapon_type', 'location'],
    });
    expect(await driftOf(app)).toEqual([]);
    await call('DELETE', `/${last}`);
    expect((await call('GET', '/stats')).body.by_weapon_type[OTHER_LABEL]).toBe(PLACES + 19 - TYPES);
    expect(await driftOf(app)).toEqual([]);
  });

  test('does not change the counts of known types, of its earlier labels, or of other devices', async () => {
    const { app, call } = await guardDesk(fresh);
    await reportMany(app, TYPES + 10, (number) => ({ weapon_type: `Type ${number}` }));
    app.expectLogLine(LOGGED);
    for (const weapon_type of [...WEAPON_TYPES, 'Type 7']) await report(app, { weapon_type });
    await report(app, { weapon_type: 'Crossbow', device_id: 'another' });
    const { by_weapon_type } = (await call('GET', '/stats')).body;
    expect(by_weapon_type).toMatchObject({ Knife: 1, Pistol: 1, weapon: 1, rifle: 1, 'Type 7': 2, Crossbow: 1 });
    expect(by_weapon_type[OTHER_LABEL]).toBe(10);
  });

  test('cannot exceed the maximum by upper and lower case, or by a restart', async () => {
    const place = await fresh();
    const first = await buildTestApp(async () => place);
    const spelt = (number: number) => ({ weapon_type: spellingOf('abcdefgh', number) });
    await reportMany(first, TYPES, spelt);
    await first.close();
    const app = await buildTestApp(async () => place);
    await reportMany(app, 10, (number) => spelt(TYPES + number));
    app.expectLogLine(LOGGED);
    const types = await app.dependencies.detectionStore.counters('type');
    expect([types.size, types.get(OTHER_LABEL)]).toEqual([TYPES + 1, 10]);
  });

  test('cannot exceed the maximum by combinations of labels', async () => {
    const { app } = await guardDesk(fresh);
    await reportMany(app, LABEL_SETS_MAX.perDevice + 200, (number) => ({
      weapon_type: `Type ${number % 40}`,
      location: `Place ${Math.floor(number / 40)}`,
    }));
    app.expectLogLine(LOGGED);
    const series = await app.dependencies.detectionStore.counters('series');
    expect(series.size).toBe(LABEL_SETS_MAX.perDevice + 1);
    expect(await driftOf(app)).toEqual([]);
  });

  test('can use new labels a minute after its detections were deleted', async () => {
    const { app, call } = await guardDesk(fresh);
    await reportMany(app, TYPES + 1, (number) => ({ weapon_type: `Type ${number}` }));
    app.expectLogLine(LOGGED);
    await call('DELETE', '/all');
    app.clock.advance(61_000);
    // The report that is counted as 'other' makes the server read the stored labels again.
    await report(app, { weapon_type: 'Sword' });
    await expect
      .poll(async () => {
        await report(app, { weapon_type: 'Axe' });
        return (await call('GET', '/stats')).body.by_weapon_type.Axe;
      })
      .toBeGreaterThan(0);
  });

  test('is marked in the list of devices', async () => {
    const { app, headers } = await guardDesk(fresh);
    const devices = async () => (await app.api.inject({ url: '/api/devices', headers })).json().devices;
    const payload = { name: 'Gate camera' };
    const { device_id } = (await app.api.inject({ method: 'POST', url: '/api/devices', headers, payload })).json();
    await reportMany(app, TYPES, (number) => ({ weapon_type: `Type ${number}`, device_id }));
    expect(await devices()).toMatchObject([{ device_id, other_labels: [] }]);
    await report(app, { weapon_type: 'Sword', device_id });
    app.expectLogLine(LOGGED);
    await expect.poll(devices).toMatchObject([{ device_id, other_labels: ['weapon_type'] }]);
  });

  test('leads to more choices than are answered at once, and a search finds the others', async () => {
    const { app, call } = await guardDesk(fresh);
    await reportMany(app, CHOICES_MAX + 10, (number) => ({
      location: `Place ${number}`,
      device_id: `camera-${number}`,
      device: `Camera ${number}`,
    }));
    await report(app, { location: 'Place 60' });
    const all = (await call('GET', '/facets')).body;
    expect(all.locations).toHaveLength(CHOICES_MAX);
    expect(all.locations).toContain('Place 60');
    expect(all.devices).toHaveLength(CHOICES_MAX);
    expect(all.more).toEqual({ weapon_types: false, locations: true, devices: true });
    const found = (await call('GET', '/facets?search=%20PLACE%205')).body;
    expect(found.locations).toEqual(['Place 5', ...Array.from({ length: 10 }, (_, index) => `Place ${50 + index}`)]);
    expect(found).toMatchObject({ weapon_types: [], devices: [], more: { locations: false } });
    const byId = (await call('GET', '/facets?search=camera-60')).body;
    expect(byId.devices).toEqual([{ device_id: 'camera-60', name: 'Camera 60' }]);
  });
});

test('two servers together count labels beyond the maximum as "other"', async () => {
  const { here, there } = await twoServers();
  for (let number = 1; number <= 3 * TYPES; number += 1) {
    await report(number % 2 === 0 ? here : there, { weapon_type: `Type ${number}` });
  }
  for (const app of [here, there]) app.expectLogLine(LOGGED);
  const types = await here.dependencies.detectionStore.counters('type');
  expect(types.size).toBeLessThanOrEqual(2 * TYPES + 1);
  expect(await driftOf(here)).toEqual([]);
});

test('a database of an older version with too many labels is answered within the limits', async () => {
  const place = await freshPostgres();
  const database = openDatabase(place.address);
  const { inAll } = LABELS_MAX.weapon_type;
  const counters = Array.from({ length: 3 * inAll }, (_, number) => ({ kind: 'type' as const, key: `Type ${number}` }));
  await database.kysely
    .insertInto('counter')
    .values(counters.map((counter) => ({ ...counter, slot: 0, value: 1 })))
    .execute();
  await database.close();
  const app = await buildTestApp(async () => place);
  // The counters have no rows, which the full count after the start reports.
  app.expectLogLine(/Counters or incidents differ/);
  const headers = await app.signIn();
  const { by_weapon_type } = (await app.api.inject({ url: '/api/detections/stats', headers })).json();
  expect(Object.keys(by_weapon_type)).toHaveLength(inAll + 1);
  expect(by_weapon_type[OTHER_LABEL]).toBe(2 * inAll);
  await vi.waitUntil(() => app.logLines().some((line) => line.includes('Counters or incidents differ')), {
    timeout: 30_000,
  });
});

async function report({ dependencies }: TestApp, given: Partial<NewDetection>): Promise<number> {
  return (await dependencies.writer.add(newDetection(given), null)).id;
}

/** Sends all reports at once, with numbers from 1 on. */
function reportMany(app: TestApp, count: number, given: (number: number) => Partial<NewDetection>): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => report(app, given(index + 1))));
}

/** One of the spellings of a word in upper and lower case. */
function spellingOf(word: string, number: number): string {
  return [...word].map((letter, index) => ((number >> index) & 1 ? letter.toUpperCase() : letter)).join('');
}

async function driftOf({ dependencies: { config } }: TestApp) {
  const differences = [];
  const address = databaseAddress(config.dataDir, config.databaseUrl);
  for await (const drift of recount(address)) differences.push(...drift);
  return differences;
}
