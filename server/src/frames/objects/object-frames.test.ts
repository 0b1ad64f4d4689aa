import { expect, onTestFinished, test, vi } from 'vitest';
import { frameBytes, newDetection } from '../../../test/data/new-detection.ts';
import { freshPostgres, freshSqlite, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { openStore } from '../../../test/data/open-store.ts';
import { startObjectStore } from '../../../test/doubles/start-object-store.ts';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { openFrameWriter } from '../open-frame-writer.ts';
import { refuseStoreMismatch } from '../store-mismatch.ts';
import { createObjectFrameWriter } from './object-frames.ts';
import { openObjectStore } from './object-store.ts';

vi.setConfig({ testTimeout: 90_000 });

const DAY_MS = 24 * 60 * 60 * 1_000;

type Store = Awaited<ReturnType<typeof startObjectStore>>;
type Place = Awaited<ReturnType<typeof freshSqlite>>;

/** The frame writer of the writer thread, run in this thread with its own clock. */
async function openWriter({ settings }: Store, { address }: Place, later = 0) {
  const database = openDatabase(address);
  onTestFinished(database.close);
  await migrate(database);
  const store = await openObjectStore(settings);
  const { kysely } = database;
  const frames = await createObjectFrameWriter({ kysely, store, log: () => {}, now: () => Date.now() + later });
  onTestFinished(frames.close);
  return { database, frames };
}

onBothDatabases('frames in an object store', (fresh) => {
  test('are stored before their rows and deleted with them', async () => {
    const store = await startObjectStore();
    const opened = await openStore({ ...(await fresh()), objectStore: store.settings });
    const frame = frameBytes(40_000);
    const [{ id }] = await Promise.all([
      opened.writer.add(newDetection(), Buffer.from(frame)),
      opened.writer.add(newDetection(), frameBytes()),
    ]);
    expect(store.keys()).toHaveLength(2);
    for (const key of store.keys()) expect(key).toMatch(/^frames-[0-9a-f]{8}\/\d{4}-\d\d-\d\d\/\d{9}-[\w-]{22}$/);
    const found = (await opened.store.frameOf(id))?.frame;
    expect(found && (await opened.frames.read(found))).toEqual(frame);

    await opened.writer.remove(id);
    expect(store.keys()).toHaveLength(1);
    expect(found && (await opened.frames.read(found))).toBeNull();
    expect(await opened.writer.clear()).toBe(1);
    expect(store.keys()).toEqual([]);
  });

  test('are swept once when they have no row after an hour, and no others', async () => {
    const [store, place] = [await startObjectStore(), await fresh()];
    const { writer } = await openStore({ ...place, objectStore: store.settings });
    await writer.add(newDetection(), frameBytes());
    const crashed = await openWriter(store, place);
    const [orphan = ''] = await crashed.frames.put([frameBytes()]);
    const stranger = await openWriter(store, await freshSqlite());
    await stranger.frames.put([frameBytes()]);
    await writer.add(newDetection(), frameBytes());
    while (await crashed.frames.reclaim());
    expect(store.keys()).toHaveLength(4);

    const sweeper = await openWriter(store, place, 2 * DAY_MS);
    while (await sweeper.frames.reclaim());
    expect(store.keys()).toHaveLength(3);
    expect(store.keys()).not.toContain(orphan);
    // The sweep of another server, or of this one after a restart, continues after the last checked frame.
    const own = store.keys().filter((key) => key.startsWith(orphan.slice(0, orphan.indexOf('/'))));
    const { swept_to } = await sweeper.database.kysely
      .selectFrom('frame_folder')
      .select('swept_to')
      .executeTakeFirstOrThrow();
    expect(swept_to).toBe(own.at(-1));
  });
});

test('reports without a frame are stored while the object store is unreachable, those with one afterwards', async () => {
  const store = await startObjectStore();
  const { writer, refusals, notices } = await openStore({ ...(await freshSqlite()), objectStore: store.settings });
  const { id } = await writer.add(newDetection(), frameBytes());
  const [deleted = ''] = store.keys();
  await store.stop();
  const outcomes = await Promise.allSettled([
    writer.add(newDetection(), frameBytes()),
    writer.add(newDetection(), null),
    writer.add(newDetection(), frameBytes()),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  expect(refusals.every((reason) => /^The frame store does not answer: /.test(reason))).toBe(true);
  // The detection is deleted at once; its bytes are erased when the store answers.
  expect(await writer.remove(id)).toMatchObject({ id });
  expect([...new Set(notices.map(({ message }) => message))]).toEqual([
    'Deleted frames could not be erased; will be tried again',
  ]);
  expect(store.keys()).toEqual([deleted]);

  await store.startAgain();
  await vi.waitFor(() => writer.add(newDetection(), frameBytes()), { timeout: 20_000, interval: 200 });
  // The number of objects varies: on a slow machine, a frame whose answer was late is left for the sweep.
  await vi.waitFor(() => expect(store.keys()).not.toContain(deleted), { timeout: 20_000, interval: 200 });
});

test("a change of an object's bytes is found when it is in the sample", async () => {
  const store = await startObjectStore();
  const place = { ...(await freshPostgres()), objectStore: store.settings };
  const { writer, database, framesDirectory: directory } = await openStore(place);
  const { id } = await writer.add(newDetection(), frameBytes(600));
  const [key = ''] = store.keys();
  const other = await openObjectStore(store.settings);
  onTestFinished(other.close);
  await other.put(key, frameBytes(600));
  const frameLocation = { directory, objectStore: store.settings };
  const { frames, checkFrames } = await openFrameWriter({ database, frameLocation, log: () => {} });
  onTestFinished(frames.close);
  const damaged = [];
  for await (const step of checkFrames()) damaged.push(...step);
  expect(damaged).toEqual([{ id, place: key }]);
});

test.each([
  [{ bucket: 'nowhere' }, 'The frame store has no such bucket'],
  [{ accessKeyId: 'somebody' }, 'The frame store refuses the access key'],
])('a server does not start on an object store that refuses it: %j', async (wrong, message) => {
  const { settings } = await startObjectStore();
  const objectStore = { ...settings, ...wrong };
  await expect(openStore({ ...(await freshSqlite()), objectStore })).rejects.toThrow(message);
});

test.each([
  ['disk', freshSqlite],
  ['database', freshPostgres],
])(
  'a server does not start with another FRAMES setting than its frames were stored with (%s)',
  async (beside, fresh) => {
    const { settings: objectStore } = await startObjectStore();
    for (const [first, second] of [
      [undefined, objectStore],
      [objectStore, undefined],
    ]) {
      const place = await fresh();
      const { writer, close } = await openStore({ ...place, ...(first && { objectStore: first }) });
      await writer.add(newDetection(), frameBytes());
      await close();
      const database = openDatabase(place.address);
      onTestFinished(database.close);
      await refuseStoreMismatch(database, { directory: place.dataDir, objectStore: first });
      await expect(refuseStoreMismatch(database, { directory: place.dataDir, objectStore: second })).rejects.toThrow(
        `frames were stored with FRAMES=${first ? 's3' : beside}`,
      );
    }
  },
);
