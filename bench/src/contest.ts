import type { BenchOptions } from './bench.ts';
import type { Loader } from './load/loader.ts';
import type { Recipe } from './load/requests.ts';
import { processorTime } from './processor-time.ts';
import { median } from './quantiles.ts';

type Listening = { port: number; pid: number };

export type Contestant = Listening & {
  name: string;
  recipe: Recipe;
  /** More servers that share the work with it: their processor time is part of each request. */
  neighbours?: readonly Listening[];
  /** Microseconds that what they all stand on has worked so far, a database say. */
  foundation?: () => number;
};

/** Medians over the rounds; processor times are microseconds per request. */
export type Cell = {
  perSecond: number;
  p50: number;
  p99: number;
  cpuMicroseconds: number;
  foundationMicroseconds: number;
};

/**
 * Every contestant under the same load, in turns: what else the machine does then meets all of them alike.
 * @returns the cell of a contestant at a number of connections
 */
export async function contest(
  options: Pick<BenchOptions, 'rounds' | 'seconds' | 'progress'> & {
    loader: Loader;
    connections: number[];
    contestants: Contestant[];
    /** The compiler must be done with the hot paths: at a few hundred requests a second that takes a while. */
    warmUpSeconds?: number;
  },
): Promise<(name: string, connections: number) => Cell> {
  const { loader, contestants, seconds, warmUpSeconds = 4 } = options;
  const runs = new Map<string, Cell[]>();
  for (const contestant of contestants) {
    // Servers that share the load share this, too.
    const servers = 1 + (contestant.neighbours?.length ?? 0);
    await loader.run({ ...jobFor(contestant), connections: 16, seconds: servers * warmUpSeconds });
  }
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const connections of options.connections) {
      for (const contestant of contestants) {
        const { name, pid, neighbours = [], foundation = () => 0 } = contestant;
        const worked = () => [pid, ...neighbours.map((one) => one.pid)].map(processorTime).reduce(add);
        const before = [worked(), foundation()] as const;
        const { count, p50, p99, ...result } = await loader.run({ ...jobFor(contestant), connections, seconds });
        const cpuMicroseconds = (worked() - before[0]) / count;
        const foundationMicroseconds = (foundation() - before[1]) / count;
        const cell = { perSecond: count / result.seconds, p50, p99, cpuMicroseconds, foundationMicroseconds };
        options.progress(`round ${round}: ${name} at ${connections}: ${cell.perSecond.toFixed(0)}/s`);
        const key = `${name} ${connections}`;
        runs.set(key, [...(runs.get(key) ?? []), cell]);
      }
    }
  }
  return (name, connections) => medianCell(runs.get(`${name} ${connections}`) ?? []);
}

const add = (a: number, b: number) => a + b;

function jobFor({ port, neighbours = [], recipe }: Contestant) {
  return { port, neighbours: neighbours.map((one) => one.port), recipe };
}

function medianCell(cells: Cell[]): Cell {
  const middle = (part: keyof Cell) => median(cells.map((cell) => cell[part]));
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    cpuMicroseconds: middle('cpuMicroseconds'),
    foundationMicroseconds: middle('foundationMicroseconds'),
  };
}
