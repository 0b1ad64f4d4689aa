import { once } from 'node:events';
import path from 'node:path';
import type { Bench, Check } from '../bench.ts';
import { forkTypeScript } from '../fork-typescript.ts';
import { quantile } from '../quantiles.ts';
import type { ChildServer } from '../servers/child-server.ts';
import { startSeededServer } from '../servers/seeded-server.ts';
import { memoryChecks, memoryUnder } from './memory-under.ts';
import { ask } from './raw-connection.ts';

const EVENTS = 65_000;
const HEALTH_LIMIT_MS = 100;
const STREAM_LIMIT_MS = 60_000;

const cases = [
  { screens: 200, missed: 2_000 },
  { screens: 100, missed: 60_000 },
];

/** Reconnects many streams that have missed many events at the same time, as after a restart. */
export const replay: Bench = async ({ folder, atEnd, progress }) => {
  const server = await startSeededServer({ dataDir: path.join(folder, 'data'), count: EVENTS });
  atEnd(server.kill);
  const rows: (string | number)[][] = [];
  const checks: Check[] = [];
  for (const { screens, missed } of cases) {
    const name = `${screens} screens that missed ${missed.toLocaleString('en')} events`;
    progress(name);
    let healthMs: number[] = [];
    let seconds = 0;
    const memory = await memoryUnder(server.pid, async () => {
      const stopProbe = await probeHealth(server);
      const startedAt = performance.now();
      await Promise.all(Array.from({ length: screens }, () => catchUp(server, EVENTS - missed)));
      seconds = (performance.now() - startedAt) / 1_000;
      healthMs = await stopProbe();
    });
    const p99 = quantile(healthMs, 0.99);
    rows.push([name, seconds, p99, memory.before, memory.peak, memory.after]);
    const what = `${name}: p99 of health at the same time`;
    checks.push({ what, measured: p99, unit: 'ms', target: HEALTH_LIMIT_MS, bound: 'at most' });
    checks.push(...memoryChecks(name, memory));
  }
  const columns = ['', 'seconds', 'health p99 ms', 'memory before MB', 'most MB', 'afterwards MB'];
  return { tables: [{ title: 'Replays', columns, rows }], checks };
};

/** Reads until the newest event or a `reset`. */
async function catchUp(server: ChildServer, lastEventId: number): Promise<void> {
  const headers = { 'last-event-id': String(lastEventId) };
  const socket = await ask(server, { path: '/api/detections/stream', headers });
  const done = `id: ${EVENTS}\n`;
  await new Promise<void>((resolve, reject) => {
    let tail = '';
    const late = setTimeout(() => reject(new Error('A replay did not end')), STREAM_LIMIT_MS);
    socket.setEncoding('latin1').on('data', (text: string) => {
      if (!`${tail}${text}`.includes(done)) {
        tail = text.slice(-done.length);
        return;
      }
      clearTimeout(late);
      socket.destroy();
      resolve();
    });
  });
}

/** @returns a function that stops the probe and returns the latency of each response in milliseconds */
async function probeHealth({ url }: ChildServer): Promise<() => Promise<number[]>> {
  const probe = forkTypeScript(new URL('../load/health-probe.ts', import.meta.url));
  probe.send({ url });
  await once(probe, 'message');
  return async () => {
    probe.send('stop');
    const [ms] = (await once(probe, 'message')) as [number[]];
    return ms;
  };
}
