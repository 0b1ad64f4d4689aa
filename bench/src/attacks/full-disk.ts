import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { jpegOfSize } from '../reports/jpeg-of-size.ts';
import { createLedger } from '../reports/report-ledger.ts';
import { sendFrame } from '../reports/send-frame.ts';
import { startChildServer } from '../servers/child-server.ts';
import { memoryChecks, memoryUnder } from './memory-under.ts';

const DISK_MIB = 12;
const SECONDS = 10;
const SENDERS = 16;

/** Sends reports until a real file system of 12 MiB is full and beyond; then a guard clears it. Needs root. */
export const fullDisk: Bench = async ({ folder, atEnd, progress }) => {
  const disk = path.join(folder, 'disk');
  mkdirSync(disk, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', disk]).status !== 0) {
    progress('full-disk is left out: mounting a file system takes root');
    return { tables: [], checks: [] };
  }
  atEnd(() => spawnSync('umount', ['--lazy', disk]));
  const server = await startChildServer({ dataDir: path.join(disk, 'data') });
  atEnd(server.kill);
  const ledger = await createLedger();
  const frame = Buffer.from(await jpegOfSize(100_000, 1));
  const acknowledged: number[] = [];
  let refused = 0;
  const memory = await memoryUnder(server.pid, async () => {
    const until = performance.now() + SECONDS * 1_000;
    const send = async () => {
      while (performance.now() < until) {
        const answer = await sendFrame(server, { ...ledger.newReport(), frame });
        const { detection_id } = (await answer.json()) as { detection_id?: number };
        if (answer.status === 201 && detection_id !== undefined) acknowledged.push(detection_id);
        else refused += 1;
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, send));
  });
  const { url, origin, cookie } = server.guard;
  const ask = async (method: 'GET' | 'DELETE', at: string) => {
    const answer = await fetch(url + at, { method, headers: { origin, cookie } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const found = await Promise.all(acknowledged.map((id) => ask('GET', `/api/detections/${id}/jpeg`)));
  const whenFull = await ask('GET', '/api/health/ready');
  const cleared = await ask('DELETE', '/api/detections/all');
  const startedAt = performance.now();
  while ((await ask('GET', '/api/health/ready')) !== 200 && performance.now() < startedAt + 30_000) await sleep(100);
  const recovered = (performance.now() - startedAt) / 1_000;
  const none = { unit: '', target: 0, bound: 'at most' } as const;
  return {
    tables: [
      {
        title: `A disk of ${DISK_MIB} MiB, ${SENDERS} devices for ${SECONDS} s`,
        columns: ['stored', 'refused', 'ready when full', 'Clear All', 'ready again after s', 'memory most MB'],
        rows: [[acknowledged.length, refused, whenFull, cleared, recovered, memory.peak]],
      },
    ],
    checks: [
      {
        ...none,
        what: 'full disk: acknowledged frames that are not there',
        measured: found.filter((status) => status !== 200).length,
      },
      {
        ...none,
        what: 'full disk: clearing refused, or ready while full',
        measured: Number(cleared !== 200) + Number(whenFull !== 503),
      },
      { what: 'full disk: ready again after clearing', measured: recovered, unit: 's', target: 15, bound: 'at most' },
      ...memoryChecks('full disk', memory),
    ],
  };
};
