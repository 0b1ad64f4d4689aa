import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../src/db/database.ts';
import { createObjectFrameWriter } from '../src/frames/objects/object-frames.ts';
import { openObjectStore } from '../src/frames/objects/object-store.ts';
import { damagedFrames, drift, everyDetection, expectWholeStore } from './data/expect-whole-store.ts';
import { type FreshDatabase, freshSqlite, onBothDatabases } from './data/on-both-databases.ts';
import { startLoad } from './data/steady-load.ts';
import { startObjectStore } from './doubles/start-object-store.ts';
import { startRestartable } from './servers/restartable-server.ts';
import { signUpAt } from './servers/sign-up-at.ts';

vi.setConfig({ testTimeout: 120_000 });

const CAMERAS = 16;
const KILLS = 5;
const REPORTS_BETWEEN = 100;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The built server, with cameras that report to it and a guard that reads. */
async function operate({ address, dataDir }: Awaited<ReturnType<FreshDatabase>>, more: Record<string, string> = {}) {
  const server = await startRestartable({
    DATA_DIR: dataDir,
    DEVICE_RATE_LIMIT: '0',
    ...(address.dialect === 'postgres' && { DATABASE_URL: address.url }),
    ...more,
  });
  const { guard, key } = await signUpAt(await server.url());
  const load = startLoad({ cameras: CAMERAS, key, address: server.url });
  const read = async (path: string) => fetch(`${await server.url()}${path}`, { headers: { cookie: guard.cookie } });
  return { server, load, read };
}

onBothDatabases('a server under load', (fresh) => {
  test(`killed ${KILLS} times loses, duplicates and damages no acknowledged report`, async () => {
    const { address, dataDir } = await fresh();
    const { server, load, read } = await operate({ address, dataDir });
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await load.reached(kill * REPORTS_BETWEEN);
      await server.restart('SIGKILL');
    }
    await load.reached((KILLS + 1) * REPORTS_BETWEEN);
    await load.stop();
    await expectWholeStore({ load, read, address });
    expect(server.logged(50)).toEqual([]);
  });

  test('ends within 10 seconds after SIGTERM, with every acknowledged report stored', async () => {
    const { address, dataDir } = await fresh();
    const { server, load, read } = await operate({ address, dataDir });
    await load.reached(REPORTS_BETWEEN);
    const asked = performance.now();
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(10_000);
    await load.stop('abandon');

    await server.restart('SIGTERM');
    const stored = new Set((await everyDetection(read)).map(({ id }) => id));
    expect([...load.acknowledged.values()].filter(({ id }) => !stored.has(id))).toEqual([]);
    expect(await damagedFrames({ load, read })).toEqual([]);
    expect(await drift(address)).toEqual([]);
    expect(server.logged(50)).toEqual([]);
  });
});

test('a server killed while it puts frames into an object store leaves no frame without a row there', async () => {
  const store = await startObjectStore();
  const { address, dataDir } = await freshSqlite();
  const { server, load, read } = await operate({ address, dataDir }, store.environment);
  for (let kill = 1; kill <= 2; kill += 1) {
    await load.reached(kill * REPORTS_BETWEEN);
    await server.restart('SIGKILL');
  }
  await load.stop();
  await expectWholeStore({ load, read, address });
  expect(server.logged(50)).toEqual([]);
  await server.end('SIGTERM');

  const { kysely, close } = openDatabase(address);
  onTestFinished(close);
  const frames = await createObjectFrameWriter({
    kysely,
    store: await openObjectStore(store.settings),
    log: () => {},
    now: () => Date.now() + 2 * DAY_MS,
  });
  onTestFinished(frames.close);
  while (await frames.reclaim());
  const rows = await kysely.selectFrom('detection').select('frame_place').orderBy('frame_place').execute();
  expect(store.keys()).toEqual(rows.flatMap(({ frame_place }) => frame_place ?? []));
});
