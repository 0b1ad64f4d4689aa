import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Detection } from '@vedette/contract/detection';
import type { Page } from 'puppeteer-core';
import { makeClip } from '../../../../agent/test/clips/make-clip.ts';
import { startMjpegDouble } from '../../../../agent/test/doubles/mjpeg-double.ts';
import { startRtspDouble } from '../../../../agent/test/doubles/rtsp-double.ts';
import { fixture } from '../../../../agent/test/fixture.ts';
import { runArguments, startAgent } from '../../agent/agent-process.ts';
import { type Appearance, appearances } from '../../agent/appearances.ts';
import { everyDetection } from '../../agent/stored-events.ts';
import type { Bench, BenchOptions, Check } from '../../bench.ts';
import { openDashboard, openTab } from '../../browser/guard-tab.ts';
import { clockAhead } from '../../browser/page-clock.ts';
import { quantile } from '../../quantiles.ts';
import { reportSteadily } from '../../reports/report-steadily.ts';
import { type ChildServer, startChildServer } from '../../servers/child-server.ts';
import { followStreams } from '../../streams/followed-streams.ts';

const WATCH_CARDS = fileURLToPath(new URL('../live/watch-cards.js', import.meta.url));
const COUNT = 30;
const PROCESSED_PER_SECOND = 5;
/** A weapon is confirmed in three frames, so the report follows the first processed frame by this time. */
const CONFIRM_MS = (2 * 1_000) / PROCESSED_PER_SECOND;
/** The maximum time from an appearance to its card. */
const MAX_DELAY_MS = 8_000;

/** Milliseconds since the epoch. */
type Times = { stored: Map<number, number>; painted: Map<number, number> };
type Measured = { name: string; seen: number; readToStored: number[]; visibleToPainted: number[] };

/** Measures the time from the sent frame of a weapon, through agent and server, to the painted card. */
export const latency: Bench = async (options) => {
  const { folder, seed, atEnd, progress } = options;
  const server = await startChildServer({ dataDir: path.join(folder, 'data') });
  atEnd(server.stop);
  const clip = path.join(folder, 'appearances.mp4');
  const { scene, appearing } = appearances(COUNT, seed);
  await makeClip(scene, clip);
  const page = await openTab(server, { atEnd, scripts: [WATCH_CARDS] });
  await openDashboard(page, server);
  const direct = await reportDirectly(server, page);
  const watched: Measured[] = [];
  for (const [name, startCamera] of [
    ['RTSP', (onFrame: OnFrame) => startRtspDouble({ clip, onFrame })],
    ['MJPEG', (onFrame: OnFrame) => startMjpegDouble({ clip, onFrame })],
  ] as const) {
    progress(`${COUNT} weapons over ${name}`);
    watched.push(await watchCamera(options, { name, server, page, startCamera, appearing }));
  }
  const columns = ['', 'reports', 'stored p50 ms', 'p95', 'slowest', 'painted p50 ms', 'p95', 'slowest'];
  const title = `Camera at 15 frames per second, ${PROCESSED_PER_SECOND} of them processed: confirming frame read → stored, first visible frame sent → card painted`;
  const figures = (times: readonly number[]) => [0.5, 0.95, 1].map((share) => quantile(times, share));
  const rows = [direct, ...watched].map(({ name, seen, readToStored, visibleToPainted }) => [
    ...[name, seen, ...figures(readToStored), ...figures(visibleToPainted)],
  ]);
  return { tables: [{ title, columns, rows }], checks: watched.flatMap(checks) };
};

type OnFrame = (frame: number) => void;
type Camera = { address: () => string; stop: () => Promise<void> };
type CameraCase = {
  name: string;
  server: ChildServer;
  page: Page;
  startCamera: (onFrame: OnFrame) => Promise<Camera>;
  appearing: readonly Appearance[];
};

async function watchCamera(
  { folder, atEnd }: BenchOptions,
  { name, server, page, startCamera, appearing }: CameraCase,
): Promise<Measured> {
  const sentAt = new Map<number, number>();
  const camera = await startCamera((frame) => sentAt.set(frame, Date.now()));
  atEnd(camera.stop);
  const before = new Set((await everyDetection(server)).map(({ id }) => id));
  const measuring = await startMeasuring(server, page);
  const run = runArguments({
    ...{ folder, server: server.url, key: server.device.key, source: camera.address(), model: fixture('blobs.onnx') },
    outbox: path.join(folder, name),
  });
  const agent = startAgent([...run, '--fps', String(PROCESSED_PER_SECOND), '--threads', '1']);
  atEnd(agent.kill);
  await untilSent(sentAt, appearing);
  await sleep(MAX_DELAY_MS);
  const times = await measuring();
  const reported = (await everyDetection(server)).filter(({ id }) => !before.has(id));
  await agent.stop();
  const readToStored = reported.flatMap(({ id, timestamp }) => {
    const stored = times.stored.get(id);
    return stored === undefined ? [] : [stored - Date.parse(timestamp)];
  });
  const visibleToPainted = appearing.flatMap((it) => {
    const sent = sentAt.get(it.frame) ?? 0;
    const painted = times.painted.get(reportOf(it, sent, reported)?.id ?? 0);
    return painted === undefined ? [] : [painted - sent];
  });
  return { name, seen: reported.length, readToStored, visibleToPainted };
}

async function untilSent(sentAt: ReadonlyMap<number, number>, appearing: readonly Appearance[]): Promise<void> {
  const last = appearing.at(-1)?.frame ?? 0;
  while (!sentAt.has(last)) await sleep(100);
}

/** Finds the report of a weapon by its position and the time of its frame. */
function reportOf({ left, top }: Appearance, sent: number, reported: readonly Detection[]): Detection | undefined {
  return reported.find(({ box, timestamp }) => {
    const after = Date.parse(timestamp) - sent;
    const isThere = Math.abs((box?.left ?? 0) * 1_280 - left) < 20 && Math.abs((box?.top ?? 0) * 720 - top) < 20;
    return isThere && after > 0 && after < MAX_DELAY_MS;
  });
}

/** @returns a function that returns when each detection since the call was stored (by its stream event) and painted */
async function startMeasuring(server: ChildServer, page: Page): Promise<() => Promise<Times>> {
  const streams = await followStreams(server, 1);
  return async () => {
    const [stream] = await streams.received();
    const ahead = await clockAhead(page);
    const cards: Record<string, number | null> = await page.evaluate(() => Reflect.get(window, 'paintedAt'));
    return {
      stored: new Map(stream?.ids.map((id, at) => [id, (stream.at[at] ?? 0) + performance.timeOrigin])),
      painted: new Map(
        Object.entries(cards).flatMap(([id, at]) =>
          typeof at === 'number' ? [[Number(id), at - ahead] as const] : [],
        ),
      ),
    };
  };
}

/** The reference: reports that are sent without camera, model or confirmation to the same server and page. */
async function reportDirectly(server: ChildServer, page: Page): Promise<Measured> {
  await reportSteadily(server, { perSecond: 2, count: 10 });
  const measuring = await startMeasuring(server, page);
  const sent = await reportSteadily(server, { perSecond: 1, count: COUNT / 2 });
  await sleep(1_000);
  const { stored, painted } = await measuring();
  const since = (times: ReadonlyMap<number, number>) =>
    sent.flatMap(({ id, sentAt }) => {
      const at = times.get(id);
      return at === undefined ? [] : [at - performance.timeOrigin - sentAt];
    });
  return { name: 'sent directly', seen: sent.length, readToStored: since(stored), visibleToPainted: since(painted) };
}

function checks({ name, readToStored, visibleToPainted }: Measured): Check[] {
  const check = { unit: 'ms', bound: 'at most' } as const;
  const none = { unit: '', target: 0, bound: 'at most' } as const;
  return [
    {
      ...check,
      what: `${name}: confirming frame read → stored, p95`,
      measured: quantile(readToStored, 0.95),
      target: 300,
    },
    {
      ...check,
      what: `${name}: first visible frame → card painted, p95 (${CONFIRM_MS} of it are the wait for the third frame)`,
      ...{ measured: quantile(visibleToPainted, 0.95), target: 1_000 },
    },
    { ...none, what: `${name}: weapons without a card`, measured: COUNT - visibleToPainted.length },
  ];
}
