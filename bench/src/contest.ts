import type { BenchOptions } from './bench.ts';
import type { Loader } from './load/loader.ts';
import type { Recipe } from './load/requests.ts';
import { processorTime } from './processor-time.ts';
import { median } from './quantiles.ts';

export type Contestant = { name: string; port: number; pid: number; recipe: Recipe };

/** Medians over the rounds. */
export type Cell = { perSecond: number; p50: number; p99: number; cpuMicroseconds: number };

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
  for (const { port, recipe } of contestants) {
    await loader.run({ port, recipe, connections: 16, seconds: warmUpSeconds });
  }
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const connections of options.connections) {
      for (const { name, port, pid, recipe } of contestants) {
        const before = processorTime(pid);
        const result = await loader.run({ port, recipe, connections, seconds });
        const cpuMicroseconds = (processorTime(pid) - before) / result.count;
        const cell = { perSecond: result.count / result.seconds, p50: result.p50, p99: result.p99, cpuMicroseconds };
        options.progress(`round ${round}: ${name} at ${connections}: ${cell.perSecond.toFixed(0)}/s`);
        const key = `${name} ${connections}`;
        runs.set(key, [...(runs.get(key) ?? []), cell]);
      }
    }
  }
  return (name, connections) => medianCell(runs.get(`${name} ${connections}`) ?? []);
}

function medianCell(cells: Cell[]): Cell {
  const middle = (part: keyof Cell) => median(cells.map((cell) => cell[part]));
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    cpuMicroseconds: middle('cpuMicroseconds'),
  };
}
