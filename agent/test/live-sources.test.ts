import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openCamera } from '../src/camera/camera.ts';
import { startPlayer } from '../src/camera/player.ts';
import type { Source } from '../src/camera/source.ts';
import { makeFolder, runArguments, startAgent } from './agent-process.ts';
import { makeClip } from './clips/make-clip.ts';
import { clipScene } from './clips/scenes.ts';
import type { Access } from './doubles/access.ts';
import { startMjpegDouble } from './doubles/mjpeg-double.ts';
import { startRtspDouble } from './doubles/rtsp-double.ts';
import { startServerDouble } from './doubles/server-double.ts';
import { fixture } from './fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const clip = fixture('clip.mp4');
const [user, password] = ['guard', 'horse-battery'];
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function access(scheme: Access['scheme']): Access {
  return { scheme, user, password };
}

describe('the clip becomes exactly four reports', () => {
  // Concurrent, because each test takes as long as the clip.
  test.concurrent.each([
    ['RTSP with Digest', () => startRtspDouble({ clip, access: access('digest') })],
    ['RTSP with Basic', () => startRtspDouble({ clip, access: access('basic') })],
    ['MJPEG with Basic', () => startMjpegDouble({ clip, access: access('basic') })],
  ])('from %s', async (_, startCamera) => {
    const [server, camera, folder] = [await startServerDouble(), await startCamera(), makeFolder()];
    const agent = startAgent(runArguments({ folder, server: server.url, source: camera.address(user, password) }));
    try {
      await agent.untilOutput(/sends no frames .*\n/);
      await vi.waitFor(() => expect(server.rows().length).toBeGreaterThanOrEqual(4), { timeout: 10_000 });
      expect(await agent.stop()).toBe(0);
      const types = server.rows().map(({ weapon_type }) => weapon_type);
      expect(types.sort()).toEqual(['Knife', 'Pistol', 'Pistol', 'rifle']);
      expect(agent.output()).not.toContain(password);
    } finally {
      agent.kill('SIGKILL');
      await Promise.all([camera.stop(), server.stop()]);
      folder.remove();
    }
  });
});

test.each([
  ['RTSP', () => startRtspDouble({ clip, access: access('digest') })],
  ['MJPEG', () => startMjpegDouble({ clip, access: access('basic') })],
])('a wrong password for %s is logged with advice, and without the password', async (_, startCamera) => {
  const [camera, folder] = [await startCamera(), makeFolder()];
  const args = runArguments({ folder, server: 'http://127.0.0.1:9', source: camera.address(user, 'wrong-horse') });
  const agent = startAgent(args);
  cleanUps.push(folder.remove, camera.stop, () => agent.kill('SIGKILL'));
  await agent.untilOutput('The camera refuses user and password: correct them in source');
  expect(agent.output()).not.toContain('wrong-horse');
});

test("no program's arguments contain a password from the environment", async () => {
  const [camera, folder] = [await startRtspDouble({ clip, access: access('digest'), endless: true }), makeFolder()];
  const given = runArguments({ folder, server: 'http://127.0.0.1:9', source: '' });
  const args = given.filter((_, at) => at !== 1 && at !== 2);
  const agent = startAgent(args, { env: { AGENT_SOURCE: camera.address(user, password) } });
  cleanUps.push(folder.remove, camera.stop, () => agent.kill('SIGKILL'));
  await agent.untilOutput('reported Pistol');
  const all = readdirSync('/proc')
    .filter((it) => /^\d+$/.test(it))
    .map((pid) => argumentsOf(pid));
  expect(all.some((it) => it.includes('image2pipe'))).toBe(true);
  expect(all.filter((it) => it.includes(password))).toEqual([]);
});

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

test('an unreachable camera is retried at least every six seconds, and its frames return with it', async () => {
  const first = await startRtspDouble({ clip, endless: true });
  const waits: number[] = [];
  let attempts = 0;
  let onAttempt = () => {};
  const camera = openCamera(rtsp(first.address()), {
    fps: 10,
    // Only the waits are skipped; ffmpeg tries to connect each time.
    pause: (async (ms: number) => {
      waits.push(ms);
      attempts++;
      onAttempt();
    }) as typeof import('node:timers/promises').setTimeout,
  });
  cleanUps.push(camera.stop);
  expect(await camera.next()).toMatchObject({ width: 1280, height: 720 });
  const enoughAttempts = new Promise<void>((resolve) => {
    onAttempt = () => attempts >= 6 && resolve();
  });
  await first.stop();
  await enoughAttempts;
  const back = await startRtspDouble({ clip, endless: true, port: first.port });
  cleanUps.push(back.stop);
  const before = camera.state().frames;
  await vi.waitFor(() => expect(camera.state().frames).toBeGreaterThan(before + 2), { timeout: 30_000 });
  expect(waits.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 6_000, 6_000]);
  expect(Math.max(...waits)).toBe(6_000);
});

test('a camera that sends no more frames is restarted', async () => {
  const double = await startRtspDouble({ clip, endless: true });
  const camera = openCamera(rtsp(double.address()), { fps: 10, silenceMs: 3_000 });
  cleanUps.push(double.stop, camera.stop);
  await camera.next();
  double.mute();
  await vi.waitFor(() => expect(camera.state().restarts).toBe(1), { timeout: 30_000 });
  const before = camera.state().frames;
  await vi.waitFor(() => expect(camera.state().frames).toBeGreaterThan(before + 2), { timeout: 30_000 });
});

test('frames of a slow camera are read without a delay of several frames', async () => {
  const slow = { ...clipScene, fps: 5, frames: 40 };
  const folder = makeFolder();
  await makeClip(slow, folder.at('slow.mp4'));
  let sent = 0;
  const double = await startRtspDouble({
    clip: folder.at('slow.mp4'),
    onFrame: () => {
      sent++;
    },
  });
  const behind: number[] = [];
  const player = startPlayer(rtsp(double.address()), () => behind.push(sent - behind.length));
  cleanUps.push(folder.remove, double.stop, () => player.kill('the test is over'));
  await vi.waitUntil(() => behind.length >= slow.frames / 2, { timeout: 60_000 });
  // The decoder finds the end of a frame at the start of the next one.
  expect(Math.min(...behind)).toBeLessThanOrEqual(2);
});

test('only the frames that are needed are converted', async () => {
  let pictures = 0;
  const file: Source = { address: clip, kind: 'file', loop: false, hardware: 'none', size: undefined };
  const player = startPlayer(file, () => pictures++, { fps: clipScene.fps / 3 });
  expect(await player.ended).toMatchObject({ code: 0 });
  expect(pictures).toBe(clipScene.frames / 3);
});

function rtsp(address: string): Source {
  return { address, kind: 'rtsp', loop: false, hardware: 'none', size: undefined };
}
