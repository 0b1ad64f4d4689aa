import { readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { emptyFolder } from '../../test/data/empty-folder.ts';
import { frameBytes, newDetection } from '../../test/data/new-detection.ts';
import { freshPostgres, freshSqlite } from '../../test/data/on-both-databases.ts';
import { photograph } from '../../test/data/photograph.ts';
import { startObjectStore } from '../../test/doubles/start-object-store.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';

vi.setConfig({ testTimeout: 30_000 });

/** Replaces the stored bytes by others that still begin like a JPEG. */
type Overwrite = (app: TestApp, stored: Buffer) => Promise<void>;

const homes: [name: string, open: () => Promise<{ app: TestApp; overwrite: Overwrite; lose: Overwrite }>][] = [
  [
    'segments',
    async () => {
      const dataDir = emptyFolder();
      const app = await buildTestApp(async () => ({ ...(await freshSqlite()), dataDir }), { metrics: true });
      const segment = join(dataDir, 'frames', '00000001.seg');
      return {
        app,
        overwrite: async (_, stored) => {
          const all = readFileSync(segment);
          all[all.indexOf(stored) + stored.length - 1] = 0x42;
          writeFileSync(segment, all);
        },
        lose: async () => unlinkSync(segment),
      };
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const app = await buildTestApp(freshPostgres, { metrics: true });
      return {
        app,
        overwrite: async ({ dependencies }, stored) => {
          const data = Buffer.concat([stored.subarray(0, -1), Buffer.from([0x42])]);
          await dependencies.database.kysely.updateTable('frame').set({ bytes: data }).execute();
        },
        lose: async ({ dependencies }) => {
          await dependencies.database.kysely.deleteFrom('frame').execute();
        },
      };
    },
  ],
  [
    'a bucket',
    async () => {
      const store = await startObjectStore();
      const place = async () => ({ ...(await freshSqlite()), objectStore: store.settings });
      const app = await buildTestApp(place, { metrics: true });
      const file = () => store.fileOf(store.keys()[0] ?? '');
      return {
        app,
        overwrite: async (_, stored) =>
          writeFileSync(file(), Buffer.concat([stored.subarray(0, -1), Buffer.from([0x42])])),
        lose: async () => {
          for (const key of store.keys()) unlinkSync(store.fileOf(key));
        },
      };
    },
  ],
];

test.each(homes)('a frame in %s whose bytes have changed is never shown', async (_, open) => {
  const { app, overwrite } = await open();
  const { id, look, frame } = await storedPhotograph(app);
  await overwrite(app, frame);
  await seesItDamaged(app, { id, look });
  expect((await look(`${id}/jpeg`, { 'if-none-match': `"${'0'.repeat(64)}"` })).statusCode).toBe(500);
});

test.each(homes)('a lost frame in %s is reported as damaged, not as missing', async (_, open) => {
  const { app, lose } = await open();
  const { id, look, frame } = await storedPhotograph(app);
  await lose(app, frame);
  await seesItDamaged(app, { id, look });
});

test('the frames beside a damaged one are shown', async () => {
  const dataDir = emptyFolder();
  const app = await buildTestApp(async () => ({ ...(await freshSqlite()), dataDir }));
  const first = frameBytes(50_000);
  const second = frameBytes(50_000);
  const { writer } = app.dependencies;
  const [damaged, whole] = [
    await writer.add(newDetection(), Buffer.from(first)),
    await writer.add(newDetection(), second),
  ];
  const [segment = ''] = readdirSync(join(dataDir, 'frames')).filter((name) => name.endsWith('.seg'));
  const all = readFileSync(join(dataDir, 'frames', segment));
  all[all.indexOf(first) + 1_000] = 0x42 ^ (first[1_000] ?? 0) ^ 0xff;
  writeFileSync(join(dataDir, 'frames', segment), all);
  app.expectLogLine(/a stored frame is damaged|Stored frames differ/);
  const headers = await app.signIn();
  const look = (id: number) => app.api.inject({ url: `/api/detections/${id}/jpeg`, headers });
  expect((await look(damaged.id)).json().code).toBe('FRAME_DAMAGED');
  expect((await look(whole.id)).statusCode).toBe(200);
});

async function storedPhotograph(app: TestApp) {
  const frame = await photograph({ width: 1280, height: 720 });
  const { id } = await app.dependencies.writer.add(newDetection(), Buffer.from(frame));
  const guard = await app.signIn();
  const look = (path: string, headers: Record<string, string> = {}) =>
    app.api.inject({ url: `/api/detections/${path}`, headers: { ...guard, ...headers } });
  return { id, look, frame };
}

type Stored = Awaited<ReturnType<typeof storedPhotograph>>;

async function seesItDamaged(app: TestApp, { id, look }: Pick<Stored, 'id' | 'look'>) {
  // The check of all frames after a start may also find it.
  app.expectLogLine(/a stored frame is damaged|Stored frames differ/);
  const damaged = {
    success: false,
    code: 'FRAME_DAMAGED',
    message: `The frame of detection ${id} is damaged: its bytes are not those that were received`,
  };
  for (const path of ['jpeg', 'thumbnail', 'frame']) {
    const answer = await look(`${id}/${path}`);
    expect([path, answer.statusCode, answer.json(), answer.headers.etag]).toEqual([path, 500, damaged, undefined]);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  expect((await app.api.inject('/metrics')).body).toContain('vedette_frames_damaged_total 3');
}
