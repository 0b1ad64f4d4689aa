import { expect, onTestFinished, test, vi } from 'vitest';
import { frameBytes, newDetection } from '../../test/new-detection.ts';
import { freshPostgres } from '../../test/on-both-databases.ts';
import { openStore } from '../../test/open-store.ts';
import { openDatabase } from '../db/database.ts';
import { createChanges, ERASURES_PER_STEP } from '../writer/changes.ts';
import { ONLY_SLOT } from '../writer/server-slot.ts';
import { checkDatabaseFrames } from './database-check.ts';
import { createDatabaseFrameWriter } from './database-frames.ts';

/** Frames in a database of its own, and the changes of a writer whose maintenance is the test itself. */
async function storeFrames(count: number) {
  const place = await freshPostgres();
  const { writer, close } = await openStore(place);
  await Promise.all(Array.from({ length: count }, () => writer.add(newDetection(), frameBytes(500))));
  await close();
  const database = openDatabase(place.address);
  if (database.dialect !== 'postgres') throw new Error('asked for PostgreSQL');
  onTestFinished(database.close);
  const { kysely } = database;
  const frames = createDatabaseFrameWriter({ ...database, now: Date.now });
  const failures: string[] = [];
  const changes = createChanges({
    database,
    frames,
    serverSlot: ONLY_SLOT,
    onEraseFailure: ({ message }) => failures.push(message),
  });
  return {
    place,
    kysely,
    changes,
    failures,
    countFrames: async () => (await kysely.selectFrom('frame').select('id').execute()).length,
  };
}

test('a frame that is missing or differs from what was received is found, in steps, and reported after the start', async () => {
  const { place, kysely } = await storeFrames(40);
  const frames = await kysely.selectFrom('frame').select('id').orderBy('id').execute();
  const [missing, changed] = [frames[20]?.id ?? 0, frames[39]?.id ?? 0];
  await kysely.deleteFrom('frame').where('id', '=', missing).execute();
  await kysely
    .updateTable('frame')
    .set({ bytes: frameBytes(500) })
    .where('id', '=', changed)
    .execute();
  const damaged = await kysely
    .selectFrom('detection')
    .select(['id', 'frame_place as place'])
    .where('frame_place', 'in', [String(missing), String(changed)])
    .orderBy('frame_place')
    .execute();
  expect(damaged).toHaveLength(2);

  const steps = [];
  for await (const step of checkDatabaseFrames(kysely)) steps.push(step);
  expect(steps.flat()).toEqual(damaged);
  expect(steps.length).toBeGreaterThan(1);

  const { notices } = await openStore(place);
  await vi.waitFor(() => expect(notices.flatMap(({ details }) => details.damaged)).toEqual(damaged), {
    timeout: 20_000,
  });
  expect(notices.every(({ level }) => level === 'error')).toBe(true);
});

test('clearing destroys a bounded number of frames at a time, and none can be read from its answer on', async () => {
  const count = 3 * ERASURES_PER_STEP;
  const { kysely, changes, failures, countFrames } = await storeFrames(count);
  expect(await changes.clear()).toBe(count);
  expect(await countFrames()).toBe(2 * ERASURES_PER_STEP);
  // A frame is found by its row alone.
  expect(await kysely.selectFrom('detection').select('id').execute()).toEqual([]);

  while (await changes.settleErasures());
  expect(await countFrames()).toBe(0);
  expect(await kysely.selectFrom('frame_erasure').selectAll().execute()).toEqual([]);
  expect(failures).toEqual([]);
});
