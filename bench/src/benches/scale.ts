import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../../../scripts/setup/postgres.mjs';
import { type Bench, type BenchOptions, type Outcome, untilEnd } from '../bench.ts';
import { startLoader } from '../load/loader.ts';
import { processorTimeOfFamily } from '../processor-time.ts';
import { acrossServers } from './scale/across-servers.ts';
import { notifyCost } from './scale/notify-cost.ts';
import { type Postgres, sharedLoad } from './scale/shared-load.ts';
import { streamFailover } from './scale/stream-failover.ts';

/**
 * Measures several servers on one PostgreSQL: their total throughput, the notifications between them, and a killed server.
 * Each part has its own PostgreSQL and starts after the servers of the previous part have ended, because background work
 * slows two servers on two cores more than one.
 */
export const scale: Bench = async (options) => {
  const loader = startLoader();
  options.atEnd(loader.stop);
  const part = (run: (own: BenchOptions, postgres: Postgres) => Promise<Outcome>) =>
    untilEnd(options.atEnd, async (atEnd) => {
      const postgres = await startPostgres();
      atEnd(postgres.stop);
      return run({ ...options, atEnd }, { url: postgres.url, time: timeOf(postgres) });
    });

  const parts = [
    await part((own, { url }) => acrossServers(own, { postgresUrl: url })),
    await part((own, { url }) => streamFailover(own, { postgresUrl: url })),
    await part((own, { url }) => notifyCost(own, { loader, postgresUrl: url })),
    await part((own, postgres) => sharedLoad(own, { loader, postgres })),
  ];
  return { tables: parts.flatMap(({ tables }) => tables), checks: parts.flatMap(({ checks }) => checks) };
};

/** @returns the processor time of all its processes so far, in microseconds */
function timeOf({ folder }: { folder: string }): () => number {
  const postmaster = Number(readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return () => processorTimeOfFamily(postmaster);
}
