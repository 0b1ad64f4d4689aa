import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import type { Bench, Check } from '../bench.ts';
import { residentMemory } from '../processor-time.ts';
import { median } from '../quantiles.ts';
import { serverEnvironment, startChildServer } from '../servers/child-server.ts';
import { startSeededServer } from '../servers/seeded-server.ts';

const SERVER = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
const STORED = 1_000_000;
const STARTS_PER_ROUND = 3;
/** Long enough for the garbage of the start to be collected. */
const IDLE_MS = 10_000;

type Start = { milliseconds: number; idleMegabytes?: number };

/** Measures the time from `node` to the first response of /api/health, and the memory of an idle server. */
export const start: Bench = async (options) => {
  const empty = path.join(options.folder, 'empty');
  await (await startChildServer({ dataDir: empty })).stop();
  const full = path.join(options.folder, 'full');
  options.progress(`storing ${STORED} detections`);
  await (await startSeededServer({ dataDir: full, count: STORED })).stop();

  const rows = [];
  const checks: Check[] = [];
  for (const [name, dataDir] of [
    ['nothing stored', empty],
    ['a million detections', full],
  ] as const) {
    const times: number[] = [];
    for (let turn = 0; turn < options.rounds * STARTS_PER_ROUND; turn += 1) {
      times.push((await startOnce(dataDir, { idle: false })).milliseconds);
      options.progress(`${name}: ${times.at(-1)?.toFixed(0)} ms`);
    }
    const { idleMegabytes = Number.NaN } = await startOnce(dataDir, { idle: true });
    rows.push([name, median(times), Math.max(...times), idleMegabytes]);
    const check = { bound: 'at most' } as const;
    checks.push(
      { ...check, what: `Start with ${name}`, measured: median(times), unit: 'ms', target: 1_200 },
      { ...check, what: `Idle memory with ${name}`, measured: idleMegabytes, unit: 'MB', target: 150 },
    );
  }
  const columns = ['data folder', 'start, median ms', 'slowest ms', `resident MB, idle for ${IDLE_MS / 1_000} s`];
  return { tables: [{ title: 'Starting', columns, rows }], checks };
};

async function startOnce(dataDir: string, { idle }: { idle: boolean }): Promise<Start> {
  const port = await freePort();
  const env = { ...serverEnvironment({}), PORT: String(port), DATA_DIR: dataDir };
  const began = performance.now();
  const child = spawn(process.execPath, [SERVER], { stdio: 'ignore', env });
  const exited = once(child, 'exit');
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error('The server did not start');
      await sleep(2);
    }
    const milliseconds = performance.now() - began;
    if (!idle) return { milliseconds };
    await sleep(IDLE_MS);
    return { milliseconds, idleMegabytes: residentMemory(child.pid ?? 0) };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ port, host: '127.0.0.1', path: '/api/health', agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('error', () => resolve(false)).end();
  });
}
