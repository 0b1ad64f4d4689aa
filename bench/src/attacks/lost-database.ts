import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { startServer } from '@vedette/demo/server-process';
import type { Bench, Check } from '../bench.ts';
import { createLedger } from '../reports/report-ledger.ts';
import { sendFrame } from '../reports/send-frame.ts';
import { serverEnvironment, startChildServer } from '../servers/child-server.ts';

const REPORTS = 400;

/** Renames the database of a running server, and starts a server without it. */
export const lostDatabase: Bench = async ({ folder, atEnd }) => {
  const dataDir = path.join(folder, 'data');
  const file = path.join(dataDir, 'vedette.db');
  const server = await startChildServer({ dataDir });
  atEnd(server.kill);
  const ledger = await createLedger();
  const acknowledge = async () => {
    const statuses = await Promise.all(
      Array.from({ length: REPORTS }, async () => (await sendFrame(server, ledger.newReport())).status),
    );
    return statuses.filter((status) => status === 201).length;
  };
  const stored = await acknowledge();
  renameSync(file, `${file}.moved`);
  const ofNoFile = await acknowledge();
  renameSync(`${file}.moved`, file);
  await server.stop();

  const before = frameBytes(dataDir);
  rmSync(file);
  const start = await startServer({ port: server.port, dataDir, environment: serverEnvironment({}) }).then(
    async (started) => {
      await started.kill();
      return 1;
    },
    () => 0,
  );
  const check = { unit: '', target: 0, bound: 'at most' } as const satisfies Partial<Check>;
  return {
    tables: [
      {
        title: 'A lost database',
        columns: ['stored', 'acknowledged without a file', 'frames before (MB)', 'frames after a start (MB)'],
        rows: [[stored, ofNoFile, before / 1e6, frameBytes(dataDir) / 1e6]],
      },
    ],
    checks: [
      { ...check, what: 'Reports acknowledged while the database was renamed', measured: ofNoFile },
      { ...check, what: 'Starts without the database that belongs to the frames', measured: start },
      { ...check, what: 'Bytes of frames lost by such a start', measured: before - frameBytes(dataDir) },
    ],
  };
};

function frameBytes(dataDir: string): number {
  const frames = path.join(dataDir, 'frames');
  const segments = readdirSync(frames).filter((name) => name.endsWith('.seg'));
  return segments.reduce((sum, name) => sum + statSync(path.join(frames, name)).size, 0);
}
