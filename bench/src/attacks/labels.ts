import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Bench, Check } from '../bench.ts';
import type { LoadRequest } from '../load/requests.ts';
import { sendInTurn } from '../load/send-in-turn.ts';
import { quantile } from '../quantiles.ts';
import { SAMPLE_REPORT } from '../reports/sample-report.ts';
import { type ChildServer, startChildServer } from '../servers/child-server.ts';
import { memoryChecks, memoryUnder } from './memory-under.ts';

const REPORTS = 40_000;
const CONNECTIONS = 64;
const READERS = 4;
const READING_MS = 8_000;
const ANSWER_LIMIT_KB = 64;
const HEALTH_LIMIT_MS = 150;

/** One device reports a new weapon type and place each time, while guards read the filter choices. */
export const labels: Bench = async ({ folder, atEnd, progress }) => {
  const server = await startChildServer({ dataDir: folder });
  const pool = new Pool(server.url, { connections: CONNECTIONS });
  atEnd(server.kill);
  atEnd(() => pool.destroy());
  const healthMs: number[] = [];
  const memory = await memoryUnder(server.pid, async () => {
    progress(`${REPORTS} labels`);
    await report(server, pool);
    progress('reading');
    await read(server, pool, healthMs);
  });
  const statistics = await sizeInKilobytes(server, '/api/detections/stats');
  const choices = await sizeInKilobytes(server, '/api/detections/facets');
  const p99 = quantile(healthMs, 0.99);
  const check = { unit: 'kB', bound: 'at most', target: ANSWER_LIMIT_KB } as const;
  const checks: Check[] = [
    { ...check, what: 'labels: statistics', measured: statistics },
    { ...check, what: 'labels: choices of the filters', measured: choices },
    { ...check, what: 'labels: p99 of health at the same time', measured: p99, unit: 'ms', target: HEALTH_LIMIT_MS },
    ...memoryChecks('labels', memory),
  ];
  return {
    tables: [
      {
        title: `${REPORTS} weapon types and places from one device, then ${READERS} readers`,
        columns: ['statistics kB', 'choices kB', 'health p99 ms', 'memory before MB', 'most MB', 'afterwards MB'],
        rows: [[statistics, choices, p99, memory.before, memory.peak, memory.after]],
      },
    ],
    checks,
  };
};

async function report({ device }: ChildServer, pool: Pool) {
  let sent = 0;
  const next = (): LoadRequest => {
    sent += 1;
    const labels = { weapon_type: `type ${sent}`, location: `place ${sent}`, timestamp: new Date().toISOString() };
    const body = Buffer.from(JSON.stringify({ ...SAMPLE_REPORT, ...labels, event_id: randomUUID() }));
    const headers = { authorization: `Bearer ${device.key}`, 'content-type': 'application/json' };
    return { method: 'POST', path: '/api/ingest/detections', headers, body };
  };
  const answered = ({ status }: { status: number }) => {
    if (status !== 201) throw new Error(`A report was answered ${status}`);
  };
  const goesOn = () => sent < REPORTS;
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sendInTurn({ pool, next, answered, goesOn })));
}

async function read({ guard: { origin, cookie } }: ChildServer, pool: Pool, healthMs: number[]) {
  const until = performance.now() + READING_MS;
  const goesOn = () => performance.now() < until;
  const asking = (paths: readonly string[]) => {
    let turn = 0;
    return (): LoadRequest => {
      turn += 1;
      return { method: 'GET', path: paths[turn % paths.length] ?? '/', headers: { origin, cookie } };
    };
  };
  const reading = Array.from({ length: READERS }, () => {
    const next = asking(['/api/detections/stats', '/api/detections/facets']);
    return sendInTurn({ pool, next, answered: () => {}, goesOn });
  });
  const health = sendInTurn({
    pool,
    next: asking(['/api/health']),
    answered: ({ milliseconds }) => healthMs.push(milliseconds),
    goesOn,
    nextTurn: () => sleep(20),
  });
  await Promise.all([...reading, health]);
}

async function sizeInKilobytes({ url, guard: { origin, cookie } }: ChildServer, path: string): Promise<number> {
  const answer = await fetch(url + path, { headers: { origin, cookie, 'accept-encoding': 'identity' } });
  return (await answer.arrayBuffer()).byteLength / 1_024;
}
