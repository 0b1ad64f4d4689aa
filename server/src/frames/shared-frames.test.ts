import { truncateSync, unlinkSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { frameBytes, newDetection } from '../../test/data/new-detection.ts';
import { freshPostgres } from '../../test/data/on-both-databases.ts';
import { openStore } from '../../test/data/open-store.ts';
import { startObjectStore } from '../../test/doubles/start-object-store.ts';
import { openDatabase } from '../db/database.ts';
import { createChanges, ERASURES_PER_STEP } from '../writer/thread/changes.ts';
import { ONLY_SLOT } from '../writer/thread/server-slot.ts';
import { openFrameWriter } from './open-frame-writer.ts';

vi.setConfig({ testTimeout: 90_000 });

// The stores that several servers can share. Segments have tests of their own.

type Place = Awaited<ReturnType<typeof freshPostgres>>;

/** Changes of a stored frame that the server does not know of. */
type Tampering = {
  lose: (place: string) => Promise<void>;
  shorten: (place: string) => Promise<void>;
  count: () => Promise<number>;
};

async function inDatabase(): Promise<{ place: Place; tampering: Tampering }> {
  const place = await freshPostgres();
  const { kysely } = openPostgres(place);
  return {
    place,
    tampering: {
      lose: async (id) => void (await kysely.deleteFrom('frame').where('id', '=', Number(id)).execute()),
      shorten: async (id) => {
        await kysely
          .updateTable('frame')
          .set({ bytes: frameBytes(400) })
          .where('id', '=', Number(id))
          .execute();
      },
      count: async () => (await kysely.selectFrom('frame').select('id').execute()).length,
    },
  };
}

async function inObjectStore(): Promise<{ place: Place; tampering: Tampering }> {
  const store = await startObjectStore();
  return {
    place: { ...(await freshPostgres()), objectStore: store.settings },
    tampering: {
      lose: async (key) => unlinkSync(store.fileOf(key)),
      shorten: async (key) => truncateSync(store.fileOf(key), 400),
      count: async () => store.keys().length,
    },
  };
}

function openPostgres({ address }: Place) {
  const database = openDatabase(address);
  onTestFinished(database.close);
  return database;
}

describe.each([
  ['in the database', inDatabase],
  ['in an object store', inObjectStore],
])('frames %s', (_name, openPlace) => {
  /** Stores frames, and returns a writer's changes whose maintenance the test runs itself. */
  async function storeFrames(count: number) {
    const { place, tampering } = await openPlace();
    const { writer, framesDirectory: directory, close } = await openStore(place);
    await Promise.all(Array.from({ length: count }, () => writer.add(newDetection(), frameBytes(500))));
    await close();
    const database = openPostgres(place);
    const { frames, checkFrames } = await openFrameWriter({
      database,
      frameLocation: { directory, objectStore: place.objectStore },
      log: () => {},
    });
    onTestFinished(frames.close);
    const failures: string[] = [];
    const changes = createChanges({
      database,
      frames,
      serverSlot: ONLY_SLOT,
      onEraseFailure: ({ message }) => failures.push(message),
    });
    return { place, tampering, kysely: database.kysely, changes, checkFrames, failures };
  }

  test('that are missing or differ from the received bytes are found, in steps, and reported after the start', async () => {
    const { place, tampering, kysely, checkFrames } = await storeFrames(40);
    const rows = await kysely
      .selectFrom('detection')
      .select(['id', 'frame_place as place'])
      .orderBy('frame_place')
      .execute();
    const damaged = [rows[20], rows[39]];
    await tampering.lose(rows[20]?.place ?? '');
    await tampering.shorten(rows[39]?.place ?? '');

    const steps = [];
    for await (const step of checkFrames()) steps.push(step);
    expect(steps.flat()).toEqual(damaged);
    expect(steps.length).toBeGreaterThan(1);

    const { notices } = await openStore(place);
    await vi.waitFor(() => expect(notices.flatMap(({ details }) => details.damaged)).toEqual(damaged), {
      timeout: 20_000,
    });
    expect(notices.every(({ level }) => level === 'error')).toBe(true);
  });

  test('are erased by a clearing in bounded steps, and cannot be read after its response', async () => {
    const count = 2 * ERASURES_PER_STEP;
    const { kysely, tampering, changes, failures } = await storeFrames(count);
    expect(await changes.clear()).toBe(count);
    expect(await tampering.count()).toBe(ERASURES_PER_STEP);
    // A frame can be read only by its row.
    expect(await kysely.selectFrom('detection').select('id').execute()).toEqual([]);

    while (await changes.settleErasures());
    expect(await tampering.count()).toBe(0);
    expect(await kysely.selectFrom('frame_erasure').selectAll().execute()).toEqual([]);
    expect(failures).toEqual([]);
  });
});
