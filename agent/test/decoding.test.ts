import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openCamera } from '../src/camera/camera.ts';
import { HARDWARE, kindOf, programOf, type Source } from '../src/camera/source.ts';
import { type Folder, makeFolder, runArguments, startAgent } from './agent-process.ts';
import { startServerDouble } from './doubles/server-double.ts';
import { shortClip } from './short-clip.ts';

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

const plain = (address: string): Source => {
  return { address, kind: kindOf(address), loop: false, hardware: 'none', size: undefined };
};

/** The environment of a machine whose ffmpeg cannot decode in hardware. */
function withoutHardware() {
  mkdirSync(folder.at('bin'));
  copyFileSync(
    path.join(import.meta.dirname, 'programs', 'ffmpeg-without-hardware.sh'),
    path.join(folder.at('bin'), 'ffmpeg'),
  );
  const failedStarts = () => readFileSync(folder.at('failed'), 'utf8').trim().split('\n').length;
  return { env: { PATH: `${folder.at('bin')}:${process.env.PATH}`, FAILED_STARTS: folder.at('failed') }, failedStarts };
}

test.each(['vaapi', 'v4l2m2m'])(
  'after two failed starts with %s a camera is decoded in software, and log and heartbeats say so',
  async (hardware) => {
    const [server, { env, failedStarts }] = [await startServerDouble(), withoutHardware()];
    const args = [...runArguments({ folder, server: server.url, source: shortClip(folder, 2) }), '--loop'];
    const agent = startAgent([...args, '--hardware', hardware], { env });
    cleanUps.push(server.stop, () => agent.kill('SIGKILL'));
    await agent.untilOutput(`Decoding by ${hardware} failed 2 times: going on in software.`);
    await agent.untilOutput('reported Pistol');
    const gpuUsages = () => server.heartbeats().map(({ metrics }) => (metrics as Record<string, unknown>).gpu_usage);
    await vi.waitFor(() => expect(gpuUsages()).toContain(`decoding in software: ${hardware} failed`), {
      timeout: 30_000,
    });
    expect(failedStarts()).toBe(2);
  },
);

test('a file that is played once is decoded in software when the hardware cannot decode', async () => {
  const [server, { env }] = [await startServerDouble(), withoutHardware()];
  const agent = startAgent(
    [...runArguments({ folder, server: server.url, source: shortClip(folder, 2) }), '--hardware', 'vaapi'],
    { env },
  );
  cleanUps.push(server.stop, () => agent.kill('SIGKILL'));
  expect([await agent.ended, agent.output()]).toEqual([0, expect.stringContaining('going on in software')]);
  expect(server.rows()).toHaveLength(1);
});

test('ffmpeg knows the accelerations and decoders of all presets', () => {
  const list = (flag: string) => execFileSync('ffmpeg', ['-hide_banner', flag], { encoding: 'utf8' });
  const [accelerations, decoders] = [list('-hwaccels'), list('-decoders')];
  for (const hardware of HARDWARE) {
    const { args } = programOf({ ...plain('rtsp://camera/'), hardware });
    const optionOf = (option: string) => args[args.indexOf(option) + 1] ?? '';
    if (args.includes('-hwaccel')) expect(accelerations).toContain(optionOf('-hwaccel'));
    const decoder = args.indexOf('-c:v') < args.indexOf('-i') ? optionOf('-c:v') : undefined;
    if (decoder) expect(decoders).toContain(` ${decoder} `);
  }
});

test('a looped file is played endlessly and in real time', async () => {
  const camera = openCamera({ ...plain(shortClip(folder, 1)), loop: true }, { fps: 0 });
  cleanUps.push(camera.stop);
  const first = await camera.next();
  // The clip has 15 frames.
  await vi.waitFor(() => expect(camera.state().frames).toBeGreaterThan(35), { timeout: 30_000, interval: 5 });
  const last = await camera.next();
  const seconds = ((last?.readAt ?? 0) - (first?.readAt ?? 0)) / 1_000;
  const frames = (last?.number ?? 0) - (first?.number ?? 0);
  // At most 15 per second, apart from those that are read at once at the start.
  expect(seconds).toBeGreaterThan((frames - 15) / 15);
});

describe('a source', () => {
  test.each([
    ['rtsp://camera/stream', 'rtsp'],
    ['RTSPS://camera/stream', 'rtsp'],
    ['http://camera/video.mjpg', 'http'],
    ['/dev/video0', 'v4l2'],
    ['exec:gst-launch-1.0 v4l2src ! fdsink', 'exec'],
    ['clip.mp4', 'file'],
  ])('%s is %s', (address, kind) => {
    expect(kindOf(address)).toBe(kind);
  });

  test('ffmpeg reads a device as V4L2', () => {
    const { command, args } = programOf(plain('/dev/video0'));
    expect(command).toBe('ffmpeg');
    expect(args.join(' ')).toContain(' -f v4l2 -i /dev/video0 ');
  });

  test('ffmpeg reads RTSP over TCP and gets the address on stdin', () => {
    const { args, stdin } = programOf(plain("rtsp://u:it's@camera/stream"));
    expect(args.join(' ')).not.toContain('camera');
    expect(stdin).toContain(String.raw`file 'rtsp://u:it'\''s@camera/stream'`);
    expect(stdin).toContain('option rtsp_transport tcp');
  });
});

test('the camera gives the newest frame and drops those that arrived while a frame was processed', async () => {
  const camera = openCamera({ ...plain(shortClip(folder, 2)), loop: true }, { fps: 0 });
  cleanUps.push(camera.stop);
  const first = await camera.next();
  await vi.waitFor(() => expect(camera.state().frames).toBeGreaterThan((first?.number ?? 0) + 12), {
    interval: 5,
    timeout: 30_000,
  });
  const newest = camera.state().frames - 1;
  expect((await camera.next())?.number).toBe(newest);
});
