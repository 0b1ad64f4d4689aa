import path from 'node:path';
import { startPostgres } from '../../../scripts/setup/postgres.mjs';
import type { Bench, Check } from '../bench.ts';
import { type KillReport, killAgainAndAgain } from '../crashes/kill-again-and-again.ts';

const KILLS = 50;
const POSTGRES_KILLS = 10;

/** Kills a server repeatedly with SIGKILL under load from 16 connections on one data folder, then checks the whole store. */
export const kill: Bench = async (options) => {
  const { folder, progress } = options;
  const postgres = await startPostgres();
  options.atEnd(postgres.stop);
  const reports = {
    SQLite: await killAgainAndAgain({ dataDir: path.join(folder, 'sqlite'), kills: KILLS, progress }),
    PostgreSQL: await killAgainAndAgain({
      dataDir: path.join(folder, 'postgres'),
      databaseUrl: postgres.url,
      kills: POSTGRES_KILLS,
      progress,
    }),
  };
  const rows = Object.entries(reports).map(([name, report]) => [
    name,
    ...[
      report.kills,
      report.acknowledged,
      report.cutOff,
      report.lost,
      report.damaged,
      report.unknown,
      report.countersOff,
    ],
  ]);
  const columns = ['database', 'kills', 'acknowledged', 'cut off', 'lost', 'damaged', 'stored twice', 'counters off'];
  return {
    tables: [{ title: 'kill -9 under 16-way load, frames of 20 to 120 KB', columns, rows }],
    checks: Object.entries(reports).flatMap(([name, report]) => faultChecks(name, report)),
  };
};

function faultChecks(name: string, { lost, damaged, unknown, countersOff }: KillReport): Check[] {
  const check = { unit: '', target: 0, bound: 'at most' } as const;
  return [
    { ...check, what: `Acknowledged reports lost, ${name}`, measured: lost },
    { ...check, what: `Acknowledged frames damaged, ${name}`, measured: damaged },
    { ...check, what: `Reports stored twice, ${name}`, measured: unknown },
    { ...check, what: `Counters that are not a full count, ${name}`, measured: countersOff },
  ];
}
