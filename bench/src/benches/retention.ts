import path from 'node:path';
import type { StatsAnswer } from '@vedette/contract/detection';
import { startPostgres } from '../../../scripts/setup/postgres.mjs';
import type { Bench, BenchOptions, Check } from '../bench.ts';
import type { LoadResult } from '../load/load-process.ts';
import { type Loader, startLoader } from '../load/loader.ts';
import { SAMPLE_REPORT } from '../reports/sample-report.ts';
import { type ChildServer, read, type ServerSettings, startChildServer } from '../servers/child-server.ts';
import { createDatabase } from '../servers/new-database.ts';
import { SEEDED_DAYS } from '../servers/seed-detections.ts';
import { startSeededServer } from '../servers/seeded-server.ts';

const STORED = 200_000;
/** Half of the stored detections are older. */
const KEPT_DAYS = SEEDED_DAYS / 2;
const PER_SECOND = 200;
const CONNECTIONS = 16;
/** The length of the measurement in cells: pruning makes small steps and takes longer than one cell. */
const CELLS = 5;

/** Measures the latency of reports while a hundred thousand old detections are removed. */
export const retention: Bench = async (options) => {
  const loader = startLoader();
  options.atEnd(loader.stop);
  const postgres = await startPostgres();
  options.atEnd(postgres.stop);
  const databaseUrl = await createDatabase(postgres.url, { name: 'bench_retention' });
  const places = { SQLite: {}, PostgreSQL: { databaseUrl } };

  const rows = [];
  const checks: Check[] = [];
  for (const [name, place] of Object.entries(places)) {
    const settings = { ...place, dataDir: path.join(options.folder, name) };
    options.progress(`${name}: storing ${STORED} detections`);
    const { before, during } = await measure(settings, { ...options, loader });
    for (const [what, { result, removed }] of [
      ['nothing to remove', before],
      ['while old ones are removed', during],
    ] as const) {
      const { count, seconds, p50, p99, slowest } = result;
      rows.push([name, what, count / seconds, removed / seconds, p50, p99, slowest, p99 / before.result.p99]);
    }
    const check = { unit: '', bound: 'at least' } as const;
    checks.push(
      { ...check, what: `${name}: removed a second`, measured: during.removed / during.result.seconds, target: 1 },
      {
        ...check,
        what: `${name}: reports a second during the removal`,
        measured: during.result.count / during.result.seconds,
        target: PER_SECOND * 0.98,
      },
    );
  }
  const columns = [
    ...['database', 'reports sent at the same time', 'reports a second', 'removed a second'],
    ...['p50 ms', 'p99 ms', 'slowest ms', 'p99, of nothing to remove'],
  ];
  const title = `Reports without a frame, ${PER_SECOND} a second, ${STORED.toLocaleString('en')} detections stored, half of them too old`;
  return { tables: [{ title, columns, rows }], checks };
};

async function measure(settings: ServerSettings, options: BenchOptions & { loader: Loader }) {
  const { atEnd } = options;
  const keeping = await startSeededServer({ ...settings, count: STORED });
  atEnd(keeping.stop);
  const before = await reportTo(keeping, options);
  await keeping.stop();
  const removing = await startChildServer({ ...settings, retentionDays: KEPT_DAYS });
  atEnd(removing.stop);
  return { before, during: await reportTo(removing, options) };
}

type Cell = { result: LoadResult; removed: number };

async function reportTo(server: ChildServer, { loader, seconds }: BenchOptions & { loader: Loader }): Promise<Cell> {
  const headers = { authorization: `Bearer ${server.device.key}` };
  const recipe = { kind: 'json', headers, report: SAMPLE_REPORT } as const;
  const job = { port: server.port, recipe, connections: CONNECTIONS, perSecond: PER_SECOND };
  // The warm-up excludes the time of the compiler from the measurement.
  await loader.run({ ...job, seconds });
  const before = await totalOf(server);
  const result = await loader.run({ ...job, seconds: CELLS * seconds });
  return { result, removed: before + result.count - (await totalOf(server)) };
}

async function totalOf({ guard }: ChildServer): Promise<number> {
  return ((await read(guard, '/api/detections/stats')) as StatsAnswer).total;
}
