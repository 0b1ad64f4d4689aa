import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Folder, makeFolder, program, runAgent, runArguments, startAgent } from './agent-process.ts';
import { truthOf } from './clips/scene.ts';
import { clipScene } from './clips/scenes.ts';
import { type Stored, startServerDouble } from './doubles/server-double.ts';
import { fixture } from './fixture.ts';

vi.setConfig({ testTimeout: 240_000 });

let folder: Folder;
const cleanUps: (() => unknown)[] = [];
beforeEach(() => {
  folder = makeFolder();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  folder.remove();
});

const isRed = ([red = 0, green = 0, blue = 0]: Uint8Array) => red > 180 && green < 90 && blue < 90;

test.each([true, false])('reports contain box, track, model and a frame; annotated: %s', async (annotate) => {
  const server = await startServerDouble();
  cleanUps.push(server.stop);
  const args = runArguments({ folder, server: server.url, source: fixture('clip.mp4') });
  expect(await runAgent([...args, '--annotate', String(annotate)])).toMatchObject({ code: 0 });
  const rows = server.rows();
  const sha256 = createHash('sha256')
    .update(readFileSync(fixture('blobs.onnx')))
    .digest('hex');
  for (const row of rows) expect(row).toMatchObject({ annotated: annotate, model: { name: 'blobs.onnx', sha256 } });
  const tracks = rows.map(({ track_id }) => String(track_id));
  expect(new Set(tracks).size).toBe(4);
  for (const it of tracks) expect(it).toMatch(/^[0-9a-f]{8}-\d+$/);

  const knife = rows.find(({ weapon_type }) => weapon_type === 'Knife');
  const { left, top, width, height } = boxOf(knife);
  // Object C is confirmed in the third frame after second 7.
  const truth = truthOf(clipScene, 7 * clipScene.fps + 2).find(({ name }) => name === 'C')?.box;
  expect(left * clipScene.width).toBeCloseTo(truth?.left ?? 0, -1);
  expect(top * clipScene.height).toBeCloseTo(truth?.top ?? 0, -1);
  expect([width * clipScene.width, height * clipScene.height].map((it) => Math.round(it / 8) * 8)).toEqual([72, 96]);

  const { data, info } = await sharp(server.frame(knife?.event_id ?? ''))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([clipScene.width, clipScene.height]);
  const [x, y] = [Math.round((left + width / 2) * clipScene.width), Math.round(top * clipScene.height) - 2];
  const at = (y * clipScene.width + x) * info.channels;
  expect(isRed(data.subarray(at, at + 3))).toBe(annotate);
});

test('all reports of a weapon have one track, also after a restart; an agent with another outbox has another track', async () => {
  const server = await startServerDouble();
  const parts = [
    '--source',
    `exec:${program('still-camera.mjs')}`,
    '--detector',
    `exec:${program('box-detector.mjs')}`,
  ];
  const places = ['--server', server.url, '--key-file', folder.at('device.key')];
  const start = (outbox: string) =>
    startAgent([
      'run',
      ...parts,
      '--class-names',
      'pistol',
      ...places,
      '--still-seen',
      '0.1',
      '--outbox',
      folder.at(outbox),
    ]);
  cleanUps.push(server.stop);
  for (const [outbox, count] of [
    ['one', 3],
    ['one', 6],
    ['two', 9],
  ] as const) {
    const agent = start(outbox);
    await server.untilStored(count);
    expect(await agent.stop()).toBe(0);
  }
  const tracks = server.rows().map(({ track_id }) => track_id);
  expect(new Set(tracks.slice(0, 6)).size).toBe(1);
  expect(new Set(tracks).size).toBe(2);
  expect(boxOf(server.rows()[0])).toEqual({ left: 10 / 64, top: 0.20833, width: 30 / 64, height: 0.41667 });
});

test('heartbeats contain the state of the agent, in the format of the server', async () => {
  const server = await startServerDouble();
  const parts = [
    '--source',
    `exec:${program('still-camera.mjs')}`,
    '--detector',
    `exec:${program('box-detector.mjs')}`,
  ];
  const places = ['--server', server.url, '--key-file', folder.at('device.key'), '--outbox', folder.at('outbox')];
  const agent = startAgent(['run', ...parts, '--class-names', 'pistol', ...places]);
  cleanUps.push(server.stop, () => agent.kill('SIGKILL'));
  // On a busy machine a heartbeat may be sent before the model has processed the first frame.
  const withLatency = () => server.heartbeats().find(({ metrics }) => 'detection_latency' in (metrics as object));
  await vi.waitFor(() => expect(withLatency()).toBeDefined(), { timeout: 90_000 });
  expect(await agent.stop()).toBe(0);
  const [first, second] = [server.heartbeats()[0], withLatency()];
  const fields = ['fps', 'last_frame_age', 'metrics', 'model', 'outbox', 'sent_at', 'version'];
  for (const it of [first, second]) expect(Object.keys(it ?? {}).sort()).toEqual(fields);
  expect(first).toMatchObject({ last_frame_age: null, fps: 0, outbox: { waiting: 0, oldest_age: null, dead: 0 } });
  expect(second).toMatchObject({
    last_frame_age: expect.any(Number),
    fps: expect.any(Number),
    model: { name: 'node', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    metrics: {
      detection_latency: expect.any(Number),
      ram_usage: expect.any(Number),
      network_status: expect.any(String),
    },
  });
  expect(second?.sent_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

function boxOf(row: Stored | undefined) {
  return row?.box as { left: number; top: number; width: number; height: number };
}
