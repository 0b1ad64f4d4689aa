import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Folder, makeFolder, program, runAgent } from './agent-process.ts';
import { startMjpegDouble } from './doubles/mjpeg-double.ts';
import { startServerDouble } from './doubles/server-double.ts';
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

const clipAndModel = ['--source', fixture('clip.mp4'), '--model', fixture('blobs.onnx')];
const serverAt = (url: string) => ['--server', url, '--key-file', folder.at('device.key')];

test('check describes source, model and server', async () => {
  const server = await startServerDouble({ key: 'device-key' });
  cleanUps.push(server.stop);
  const { code, output } = await runAgent(['check', ...clipAndModel, ...serverAt(server.url)]);
  expect([code, output]).toEqual([0, expect.stringMatching(/^ok {6}ffmpeg: ffmpeg version \S+/)]);
  for (const line of [
    /^ok {6}source: 1280 x 720, codec h264, says 15 frames per second; [\d.]+ frames per second as read here$/m,
    /^ok {6}model: input images float32 \[1,3,640,640\], used as 640 x 640$/m,
    /^ok {6}model: output \S+ float32 \[1,7,6400\]$/m,
    /^ok {6}model: layout v8; classes pistol, rifle, knife$/m,
    /^ok {6}model: class pistol is reported as Pistol, threat level 9$/m,
    /^ok {6}model: class knife is reported as Knife, threat level 8$/m,
    /^ok {6}server: http:\/\/127\.0\.0\.1:\d+\/ knows this device's key$/m,
  ])
    expect(output).toMatch(line);
  expect(server.rows()).toEqual([]);
});

test('check lists the classes that the table reports, and those that it does not', async () => {
  const server = await startServerDouble();
  cleanUps.push(server.stop);
  const { output } = await runAgent(['check', ...clipAndModel, ...serverAt(server.url), '--classes', 'knife=Blade:10']);
  expect(output).toContain('class knife is reported as Blade, threat level 10');
  expect(output).toContain('class rifle is not reported');
});

test('check gives advice for each part that fails, and tests the others', async () => {
  const [server, camera] = [
    await startServerDouble({ key: 'another-key' }),
    await startMjpegDouble({
      clip: fixture('clip.mp4'),
      access: { scheme: 'basic', user: 'guard', password: 'horse' },
    }),
  ];
  cleanUps.push(server.stop, camera.stop);
  const parts = ['--source', camera.address('guard', 'wrong-horse'), '--model', fixture('clip.mp4')];
  const { code, output } = await runAgent(['check', ...parts, ...serverAt(server.url)]);
  expect(code).toBe(1);
  expect(output).toContain('ok      ffmpeg: ');
  expect(output).toMatch(/^FAILED {2}source: no frame came: .*401.*\n {8}The camera refuses user and password/m);
  expect(output).toMatch(/^FAILED {2}model: clip\.mp4 is no model that can be loaded.*\n {8}\S/m);
  expect(output).toMatch(/^FAILED {2}server: answered 401 .*\n {8}.*key/m);
  expect(output).not.toContain('wrong-horse');
});

test('check reports a key file without a key', async () => {
  writeFileSync(folder.at('device.key'), 'vdk_…\n');
  const { code, output } = await runAgent(['check', ...clipAndModel, ...serverAt('http://127.0.0.1:9')]);
  expect([code, output]).toEqual([1, expect.stringMatching(/^FAILED {2}server: \S+device\.key holds no device key/m)]);
});

test('snapshot writes a frame of the camera with the detected boxes drawn in', async () => {
  const source = `exec:ffmpeg -loglevel error -ss 3 -i '${fixture('clip.mp4')}' -c:v ppm -f image2pipe -`;
  const { code, output } = await runAgent([
    'snapshot',
    folder.at('out.jpg'),
    '--source',
    source,
    ...clipAndModel.slice(2),
  ]);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/out\.jpg: 1280 x 720, (pistol|rifle) \d+%, (pistol|rifle) \d+%\n$/),
  ]);
  const { data, info } = await sharp(readFileSync(folder.at('out.jpg')))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1_280, 720]);
  // Object A is 120 pixels wide and its corner is at 310, 120; the box's line is above it.
  const at = (118 * info.width + 370) * info.channels;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  expect(red > 180 && green < 90 && blue < 90).toBe(true);
});

test('snapshot without a file prints its usage', async () => {
  const { code, output } = await runAgent(['snapshot', ...clipAndModel]);
  expect([code, output]).toEqual([1, expect.stringContaining('npm run agent -- snapshot out.jpg')]);
});

test('bench prints frames per second and the cost of each stage', async () => {
  const parts = ['--source', `exec:${program('still-camera.mjs')} 100 120`, '--model', fixture('blobs.onnx')];
  const { code, output } = await runAgent(['bench', ...parts]);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^\d+ frames, [\d.]+ per second; processing alone [\d.]+ per second$/m),
  ]);
  expect(output).toMatch(/^CPU of this process [\d.]+ ms per frame; resident \d+ MB$/m);
  for (const stage of ['prepare', 'infer', 'decode', 'track', 'jpeg']) {
    expect(output).toMatch(new RegExp(`^${stage} +p50 +[\\d.]+ ms +p95 +[\\d.]+ ms +CPU +[\\d.]+ ms$`, 'm'));
  }
});

test('an unknown command prints the known commands', async () => {
  const { code, output } = await runAgent(['look']);
  expect([code, output]).toEqual([
    2,
    expect.stringContaining('There is no command look. Commands: run, check, snapshot, outbox, bench'),
  ]);
});
