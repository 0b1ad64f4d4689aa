import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Bench, BenchOptions, Check } from '../bench.ts';
import { type KillReport, killAgainAndAgain } from '../crashes/kill-again-and-again.ts';
import { compileShim } from '../power/compile-shim.ts';
import { forgetUnsynced } from '../power/forget-unsynced.ts';
import { randomNumbers } from '../power/random-numbers.ts';
import { startChildServer } from '../servers/child-server.ts';

const CUTS = 20;

type Cut = KillReport & { forgotten: number };

/**
 * Simulates repeated power cuts under load from 16 connections on one data folder with SQLite. Unsynced writes are lost,
 * at every second cut only some of them. The reference is the same server on a disk that reports "synced" too early.
 */
export const power: Bench = async (options) => {
  const shim = compileShim(options.folder);
  const cut = await cutAgainAndAgain(options, { name: 'product', shim, cuts: CUTS, environment: {} });
  const lying = await cutAgainAndAgain(options, {
    name: 'lying disk',
    shim,
    cuts: 1,
    environment: { FORGET_SYNCS: '1' },
  });
  const columns = [
    'disk',
    'cuts',
    'changes forgotten',
    'acknowledged',
    'cut off',
    'lost',
    'damaged',
    'stored twice',
    'counters off',
  ];
  const rows = Object.entries({ 'keeps what is synced': cut, 'says "synced" too early': lying }).map(
    ([name, report]) => [
      name,
      ...[report.kills, report.forgotten, report.acknowledged, report.cutOff],
      ...[report.lost, report.damaged, report.unknown, report.countersOff],
    ],
  );
  const none = { unit: '', target: 0, bound: 'at most' } as const;
  const checks: Check[] = [
    { ...none, what: 'Acknowledged reports lost', measured: cut.lost },
    { ...none, what: 'Acknowledged frames damaged', measured: cut.damaged },
    { ...none, what: 'Reports stored twice', measured: cut.unknown },
    { ...none, what: 'Counters that are not a full count', measured: cut.countersOff },
    {
      what: 'Reports lost by the disk that lies: the cut does forget',
      measured: lying.lost,
      unit: '',
      target: 1,
      bound: 'at least',
    },
  ];
  return { tables: [{ title: 'Power cuts under 16-way load, frames of 20 to 120 KB', columns, rows }], checks };
};

async function cutAgainAndAgain(
  { folder, seed, progress }: BenchOptions,
  { name, shim, cuts, environment }: { name: string; shim: string; cuts: number; environment: NodeJS.ProcessEnv },
): Promise<Cut> {
  const dataDir = path.join(folder, name.replaceAll(' ', '-'));
  const journal = `${dataDir}.journal`;
  const random = randomNumbers(seed);
  mkdirSync(dataDir, { recursive: true });
  // The accounts were made before the first cut.
  await (await startChildServer({ dataDir })).stop();
  let turn = 0;
  let forgotten = 0;
  const report = await killAgainAndAgain({
    dataDir,
    kills: cuts,
    progress,
    environment: { LD_PRELOAD: shim, FORGET_FOLDER: dataDir, FORGET_JOURNAL: journal, ...environment },
    afterKill: () => {
      turn += 1;
      forgotten += forgetUnsynced({ dataDir, journal, forgets: () => turn % 2 === 1 || random() < 0.5 });
    },
  });
  return { ...report, forgotten };
}
