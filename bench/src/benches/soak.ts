import path from 'node:path';
import { startPostgres } from '../../../scripts/setup/postgres.mjs';
import type { Bench, BenchOptions, Check, Table } from '../bench.ts';
import { startChildServer } from '../servers/child-server.ts';
import { type LoadReport, mixedLoad } from '../soak/mixed-load.ts';
import { levels, PER_MINUTE, type Sample, sampleServer } from '../soak/sample-server.ts';
import { median, slope } from '../soak/slope.ts';

/** Excludes the first minutes, in which caches, compiled code and the heap reach their size. */
const WARM_UP_MINUTES = 3;
const DEFAULT_MINUTES = 20;
const MINUTE_MS = 60_000;

// The maximum growth per minute. Below it, a server that runs for a week stays within a few gigabytes of memory, 65,536
// handles and an imperceptible delay; smaller growth cannot be distinguished from noise in 17 minutes of sampling.
const FIGURES = [
  { figure: 'memory', name: 'Resident memory', unit: 'MB', perMinute: 0.5 },
  { figure: 'heap', name: 'Heap in use', unit: 'MB', perMinute: 0.5 },
  { figure: 'handles', name: 'Open handles', unit: 'handles', perMinute: 0.25 },
  { figure: 'loopDelay', name: 'Delay of the event loop', unit: 'ms', perMinute: 0.2 },
] as const;

type Soaked = { name: string; samples: Sample[]; load: LoadReport };

/** Runs a mixed load for a long time on a server of each database; nothing may grow after the third minute. */
export const soak: Bench = async (options) => {
  const { minutes = DEFAULT_MINUTES } = options;
  if (minutes <= WARM_UP_MINUTES) throw new Error(`A soak takes more than ${WARM_UP_MINUTES} minutes`);
  const postgres = await startPostgres();
  options.atEnd(postgres.stop);
  const soaked = await Promise.all([
    soakServer({ ...options, minutes }, { name: 'SQLite' }),
    soakServer({ ...options, minutes }, { name: 'PostgreSQL', databaseUrl: postgres.url }),
  ]);
  const columns = ['figure', 'third minute', 'last minute', 'most', 'per minute', 'requests', 'failed'];
  const title = `${minutes} minutes of mixed load, both servers at once`;
  return {
    tables: [{ title, columns, rows: soaked.flatMap(rows) }],
    checks: soaked.flatMap(checks),
  };
};

async function soakServer(
  { folder, minutes, progress, atEnd }: BenchOptions & { minutes: number },
  { name, databaseUrl }: { name: string; databaseUrl?: string },
): Promise<Soaked> {
  const dataDir = path.join(folder, name.toLowerCase());
  const server = await startChildServer({
    dataDir,
    environment: { METRICS: 'true' },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  atEnd(server.kill);
  const sampling = sampleServer(server);
  const speaker = setInterval(() => {
    const now = sampling.samples.at(-1);
    if (now) progress(`${name}, minute ${now.minutes.toFixed(0)}: ${now.memory.toFixed(0)} MB, ${now.handles} handles`);
  }, MINUTE_MS);
  try {
    const load = await mixedLoad(server, { dataDir, signal: AbortSignal.timeout(minutes * MINUTE_MS) });
    for (const failure of new Set(load.failures)) progress(`${name}: ${failure}`);
    return { name, load, samples: sampling.samples };
  } finally {
    clearInterval(speaker);
    sampling.stop();
  }
}

function settled({ samples }: Soaked): Sample[] {
  return samples.filter(({ minutes }) => minutes >= WARM_UP_MINUTES);
}

function rows(soaked: Soaked): Table['rows'] {
  const samples = settled(soaked);
  return FIGURES.map(({ figure, name, unit }) => {
    const at = levels(samples, figure);
    return [
      `${name}, ${soaked.name} (${unit})`,
      median(at.slice(0, PER_MINUTE).map(({ y }) => y)),
      median(at.slice(-PER_MINUTE).map(({ y }) => y)),
      Math.max(...samples.map((sample) => sample[figure])),
      slope(at),
      soaked.load.requests,
      soaked.load.failures.length,
    ];
  });
}

function checks(soaked: Soaked): Check[] {
  const samples = settled(soaked);
  return [
    ...FIGURES.map(({ figure, name, unit, perMinute }) => ({
      what: `${name}: growth per minute, ${soaked.name}`,
      measured: slope(levels(samples, figure)),
      unit,
      target: perMinute,
      bound: 'at most' as const,
    })),
    {
      what: `Requests that failed, ${soaked.name}`,
      measured: soaked.load.failures.length,
      unit: '',
      target: 0,
      bound: 'at most',
    },
  ];
}
