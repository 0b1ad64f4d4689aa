import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { emptyFolder } from '../../test/data/empty-folder.ts';
import { frameBytes, newDetection } from '../../test/data/new-detection.ts';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { photograph } from '../../test/data/photograph.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';
import { frameHomes as homes } from '../../test/servers/frame-homes.ts';

vi.setConfig({ testTimeout: 30_000 });

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
