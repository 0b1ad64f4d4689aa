import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../../../scripts/postgres.mjs';
import type { Bench } from '../bench.ts';
import { startLoader } from '../load/loader.ts';
import { processorTimeOfFamily } from '../processor-time.ts';
import { acrossServers } from './across-servers.ts';
import { notifyCost } from './notify-cost.ts';
import { sharedLoad } from './shared-load.ts';
import { streamFailover } from './stream-failover.ts';

/** Several servers on one PostgreSQL: what they get done together, what they tell each other, and one of them killed. */
export const scale: Bench = async (options) => {
  const loader = startLoader();
  options.atEnd(loader.stop);
  const postgres = await startPostgres();
  options.atEnd(postgres.stop);
  const postmaster = Number(readFileSync(path.join(postgres.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const { url } = postgres;
  const time = () => processorTimeOfFamily(postmaster);

  const parts = [
    await acrossServers(options, { postgresUrl: url }),
    await streamFailover(options, { postgresUrl: url }),
    await notifyCost(options, { loader, postgresUrl: url }),
    await sharedLoad(options, { loader, postgres: { url, time } }),
  ];
  return { tables: parts.flatMap(({ tables }) => tables), checks: parts.flatMap(({ checks }) => checks) };
};
