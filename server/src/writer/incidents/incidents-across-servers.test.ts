import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { drift } from '../../../test/data/expect-whole-store.ts';
import { NOON, newDetection } from '../../../test/data/new-detection.ts';
import { freshPostgres } from '../../../test/data/on-both-databases.ts';
import { type OpenStore, openStore } from '../../../test/data/open-store.ts';

vi.setConfig({ testTimeout: 120_000 });

/** For each server: reports at these seconds, or deletions of what it has stored. */
const work = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 900 }) },
    { weight: 1, arbitrary: fc.constant('delete' as const) },
  ),
  { minLength: 10, maxLength: 60 },
);

async function doWork({ writer }: OpenStore, steps: (number | 'delete')[]) {
  const stored: number[] = [];
  // A few at once, so that batches of one and of several reports meet those of the other server.
  for (let from = 0; from < steps.length; from += 4) {
    await Promise.all(
      steps.slice(from, from + 4).map(async (step) => {
        if (step === 'delete') return void (await writer.remove(stored.pop() ?? 0));
        const weapon_type = step % 3 === 0 ? 'Knife' : 'rifle';
        stored.push((await writer.add(newDetection({ at: NOON + step * 1_000, weapon_type }), null)).id);
      }),
    );
  }
}

test('two servers that report, bridge and delete at once keep exactly the incidents of the rule', async () => {
  const place = await freshPostgres();
  const [north, south] = [await openStore(place), await openStore(place)];
  await fc.assert(
    fc.asyncProperty(work, work, async (atNorth, atSouth) => {
      await north.writer.clear();
      await Promise.all([doWork(north, atNorth), doWork(south, atSouth)]);
      expect(await drift(place.address)).toEqual([]);
    }),
    { numRuns: 10 },
  );
  expect([...north.refusals, ...south.refusals]).toEqual([]);
  const { kysely } = north.database;
  const numbers = await kysely.selectFrom('event').select('seq').orderBy('seq').execute();
  expect(numbers.map(({ seq }) => seq)).toEqual(numbers.map((_, index) => index + 1));
});

test('one sighting after another, each at the other server, is one incident', async () => {
  const place = await freshPostgres();
  const servers = [await openStore(place), await openStore(place)];
  const together = Array.from({ length: 200 }, (_, index) =>
    servers[index % 2]?.writer.add(newDetection({ at: NOON + index * 50_000 }), null),
  );
  await Promise.all(together);
  const incidents = await servers[0]?.database.kysely.selectFrom('incident').selectAll().execute();
  expect(incidents).toMatchObject([{ first_at: NOON, last_at: NOON + 199 * 50_000, sightings: 200 }]);
  expect(await drift(place.address)).toEqual([]);
});

test('a server adopts the gap that another one has set, without refusing a report', async () => {
  const place = await freshPostgres();
  const north = await openStore(place);
  await north.writer.add(newDetection({ at: NOON }), null);
  const south = await openStore(place, { incidentGapMs: 120_000 });
  await north.writer.add(newDetection({ at: NOON + 100_000 }), null);
  expect(north.refusals).toEqual([]);
  const { kysely } = south.database;
  await expect
    .poll(() => kysely.selectFrom('incident').select('sightings').execute(), { timeout: 90_000 })
    .toEqual([{ sightings: 2 }]);
  expect(await drift(place.address)).toEqual([]);
});
