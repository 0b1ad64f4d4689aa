import type { BenchOptions } from './bench.ts';
import type { Loader } from './load/loader.ts';
import type { Recipe } from './load/requests.ts';
import { processorTime } from './processor-time.ts';
import { median } from './quantiles.ts';

/** The minimum number of connections during the warm-up: one alone gives the compiler too few calls. */
const WARM_UP_CONNECTIONS = 16;

type Listening = { port: number; pid: number };

export type Contestant = Listening & {
  name: string;
  recipe: Recipe;
  /** Other servers that share the work; their processor time is part of each request. */
  neighbours?: readonly Listening[];
  /** Sends at the rate of each server of this contestant in the same round, instead of as fast as possible. */
  asOneOf?: { name: string; servers: number };
  /** The processor time so far of what all contestants use, such as a database, in microseconds. */
  foundation?: () => number;
};

/** Processor times are microseconds per request. */
type Figures = {
  perSecond: number;
  p50: number;
  p99: number;
  cpuMicroseconds: number;
  foundationMicroseconds: number;
};

/** Medians over the rounds, and the measurements of each round. */
export type Cell = Figures & { rounds: readonly Figures[] };

/**
 * The ratio of a figure to the same figure of another cell, as the median of the ratios of the rounds. The speed of the
 * machine may change between rounds, so the ratio of two medians could compare different rounds.
 */
export function ratioOf(figure: keyof Figures, cell: Cell, other: Cell): number {
  return median(cell.rounds.map((one, round) => one[figure] / (other.rounds[round]?.[figure] ?? Number.NaN)));
}

/**
 * Measures every contestant under the same load, in turns, so that background work affects all of them equally.
 * @returns the cell of a contestant at a number of connections
 */
export async function contest(
  options: Pick<BenchOptions, 'rounds' | 'seconds' | 'progress'> & {
    loader: Loader;
    connections: number[];
    contestants: Contestant[];
    /** The warm-up of each server, until the hot paths are compiled: that takes longer at a few hundred requests a second. */
    warmUpSeconds?: number;
  },
): Promise<(name: string, connections: number) => Cell> {
  const { loader, contestants, seconds, warmUpSeconds = 4 } = options;
  const runs = new Map<string, Figures[]>();
  const loadOn = ({ asOneOf }: Contestant, connections: number) => {
    if (asOneOf === undefined) return { connections };
    const { name, servers } = asOneOf;
    const latest = runs.get(`${name} ${connections}`)?.at(-1);
    if (latest === undefined) throw new Error(`${name} must come before what is measured as one of it`);
    return { connections: connections / servers, perSecond: latest.perSecond / servers };
  };
  // Contestants that run at the rate of another one are listed a second time.
  for (const contestant of contestants.filter(({ asOneOf }) => asOneOf === undefined)) {
    // Servers that share the load share the warm-up as well.
    const servers = 1 + (contestant.neighbours?.length ?? 0);
    const connections = Math.max(WARM_UP_CONNECTIONS, ...options.connections);
    await loader.run({ ...jobFor(contestant), connections, seconds: servers * warmUpSeconds });
  }
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const connections of options.connections) {
      for (const contestant of contestants) {
        const { name, pid, neighbours = [], foundation = () => 0 } = contestant;
        const worked = () => [pid, ...neighbours.map((one) => one.pid)].map(processorTime).reduce(add);
        const before = [worked(), foundation()] as const;
        const { count, p50, p99, ...result } = await loader.run({
          ...jobFor(contestant),
          ...loadOn(contestant, connections),
          seconds,
        });
        const cpuMicroseconds = (worked() - before[0]) / count;
        const foundationMicroseconds = (foundation() - before[1]) / count;
        const figures = { perSecond: count / result.seconds, p50, p99, cpuMicroseconds, foundationMicroseconds };
        options.progress(`round ${round}: ${name} at ${connections}: ${figures.perSecond.toFixed(0)}/s`);
        const key = `${name} ${connections}`;
        runs.set(key, [...(runs.get(key) ?? []), figures]);
      }
    }
  }
  return (name, connections) => medianCell(runs.get(`${name} ${connections}`) ?? []);
}

const add = (a: number, b: number) => a + b;

function jobFor({ port, neighbours = [], recipe }: Contestant) {
  return { port, neighbours: neighbours.map((one) => one.port), recipe };
}

function medianCell(rounds: readonly Figures[]): Cell {
  const middle = (figure: keyof Figures) => median(rounds.map((one) => one[figure]));
  return {
    rounds,
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    cpuMicroseconds: middle('cpuMicroseconds'),
    foundationMicroseconds: middle('foundationMicroseconds'),
  };
}
