import path from 'node:path';
import type { StatsAnswer } from '@vedette/contract/detection';
import type { Bench, Check } from '../../bench.ts';
import { type Cell, type Contestant, contest, ratioOf } from '../../contest.ts';
import { frameFiles } from '../../load/frame-files.ts';
import type { Loader } from '../../load/loader.ts';
import type { Recipe } from '../../load/requests.ts';
import { SAMPLE_REPORT } from '../../reports/sample-report.ts';
import { type ChildServer, read, startChildServer } from '../../servers/child-server.ts';
import { startServerGroup } from '../../servers/server-group.ts';

const SIZES = [1, 2, 4];
const EMBEDDED = 'embedded';
const AS_ONE_OF_TWO = '1 server, at half the rate of 2';
/** The numbers of devices that report without a pause: few, and enough for a second server to help. */
const JSON_CONNECTIONS = [64, 256];
const FRAME_CONNECTIONS = 16;
const FRAME_BYTES = 100_000;
/** The warm-up of each server: under full load it compiles for more than ten seconds, with half of the load for twice as long. */
const WARM_UP_SECONDS = 15;

/** A PostgreSQL server that allows new databases, and its processor time so far in microseconds. */
export type Postgres = { url: string; time: () => number };

/** Measures the same load on one, two and four servers of one PostgreSQL, and on the single embedded server. */
export async function sharedLoad(
  options: Parameters<Bench>[0],
  { loader, postgres }: { loader: Loader; postgres: Postgres },
): Promise<Awaited<ReturnType<Bench>>> {
  const embedded = await startChildServer({ dataDir: path.join(options.folder, EMBEDDED) });
  options.atEnd(embedded.stop);
  const groups = new Map<string, readonly [ChildServer, ...ChildServer[]]>([[EMBEDDED, [embedded]]]);
  for (const size of SIZES) {
    const name = `servers_${size}`;
    groups.set(nameOf(size), await startServerGroup({ ...options, postgresUrl: postgres.url, name, size }));
  }
  const acknowledged = new Map<number, number>();
  const counting: Loader = {
    ...loader,
    run: async (job) => {
      const result = await loader.run(job);
      acknowledged.set(job.port, (acknowledged.get(job.port) ?? 0) + result.count);
      return result;
    },
  };
  const contestants = (recipe: (key: string) => Recipe): Contestant[] => {
    const all = [...groups].map(([name, [first, ...neighbours]]): Contestant => {
      const foundation = name === EMBEDDED ? {} : { foundation: postgres.time };
      return { name, port: first.port, pid: first.pid, neighbours, recipe: recipe(first.device.key), ...foundation };
    });
    // A server with less load takes smaller batches, so each report costs more.
    const one = all.filter(({ name }) => name === nameOf(1));
    return [...all, ...one.map((it) => ({ ...it, name: AS_ONE_OF_TWO, asOneOf: { name: nameOf(2), servers: 2 } }))];
  };
  const headers = (key: string) => ({ authorization: `Bearer ${key}` });
  const files = await frameFiles(options.folder, FRAME_BYTES);
  const ofJson = await contest({
    ...options,
    loader: counting,
    connections: JSON_CONNECTIONS,
    warmUpSeconds: WARM_UP_SECONDS,
    contestants: contestants((key) => ({ kind: 'json', headers: headers(key), report: SAMPLE_REPORT })),
  });
  const ofFrames = await contest({
    ...options,
    loader: counting,
    connections: [FRAME_CONNECTIONS],
    warmUpSeconds: WARM_UP_SECONDS,
    contestants: contestants((key) => ({ kind: 'jpeg', headers: headers(key), report: SAMPLE_REPORT, files })),
  });
  const lost = await Promise.all(
    [...groups].map(async ([name, [first]]): Promise<Check> => {
      const { total } = (await read(first.guard, '/api/detections/stats')) as StatsAnswer;
      const missing = Math.abs((acknowledged.get(first.port) ?? 0) - total);
      return { what: `Reports lost or doubled, ${name}`, measured: missing, unit: '', target: 0, bound: 'at most' };
    }),
  );
  const names = [...groups.keys(), AS_ONE_OF_TWO];
  const cells = [
    ...JSON_CONNECTIONS.map((connections) => ({
      what: `JSON reports at ${connections}`,
      title: `JSON reports without a frame, ${connections} connections`,
      of: (name: string) => ofJson(name, connections),
    })),
    {
      what: 'JPEG reports',
      title: `Reports with a 100 KB JPEG, ${FRAME_CONNECTIONS} connections`,
      of: (name: string) => ofFrames(name, FRAME_CONNECTIONS),
    },
  ];
  return {
    tables: cells.map(({ title, of }) => loadTable(title, { of, names })),
    checks: [...cells.flatMap(({ what, of }) => againstOne(what, of)), ...lost],
  };
}

function nameOf(size: number): string {
  return size === 1 ? '1 server' : `${size} servers`;
}

type Cells = (name: string) => Cell;

function loadTable(title: string, { of, names }: { of: Cells; names: string[] }) {
  const one = of(nameOf(1));
  const rows = names.map((name) => {
    const cell = of(name);
    const { perSecond, p50, p99, cpuMicroseconds, foundationMicroseconds } = cell;
    const ratios = [ratioOf('perSecond', cell, one), ratioOf('cpuMicroseconds', cell, one)];
    return [name, perSecond, p50, p99, cpuMicroseconds, foundationMicroseconds, ...ratios];
  });
  const columns = [
    ...['servers', 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'PostgreSQL CPU µs'],
    ...['per second, of 1 server', 'CPU, of 1 server'],
  ];
  return { title, columns, rows };
}

function againstOne(what: string, of: Cells): Check[] {
  const [one, two, asOneOfTwo] = [of(nameOf(1)), of(nameOf(2)), of(AS_ONE_OF_TWO)];
  const check = { unit: '×' } as const;
  return [
    {
      ...check,
      what: `${what} by two servers, of one`,
      measured: ratioOf('perSecond', two, one),
      target: 1,
      bound: 'at least',
    },
    {
      ...check,
      what: `CPU of ${what} by two servers, of one`,
      measured: ratioOf('cpuMicroseconds', two, one),
      target: 1.15,
      bound: 'at most',
    },
    {
      ...check,
      what: `CPU of ${what} by two servers, of one at the rate of each`,
      measured: ratioOf('cpuMicroseconds', two, asOneOfTwo),
      target: 1.15,
      bound: 'at most',
    },
  ];
}
