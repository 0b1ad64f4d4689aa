/** One measurement with the targets of the project. */
export type Bench = (options: BenchOptions) => Promise<Outcome>;

export type BenchOptions = {
  /** A new folder on a disk: on a memory file system a sync costs nothing. */
  folder: string;
  /** The number of rounds: contestants are measured in turns, and medians are reported. */
  rounds: number;
  /** The length of one cell. */
  seconds: number;
  /** The length of a soak; absent: as long as each takes by default. */
  minutes?: number;
  /** The seed of generated requests and losses: the same seed gives the same ones. */
  seed: number;
  /** Only this part of a bench that has parts. */
  part: string | undefined;
  /** Prints the current measurement as progress. */
  progress: (line: string) => void;
  /** Registers a function that runs when the bench ends, also after an error; the last one runs first. */
  atEnd: (stop: () => unknown) => void;
};

export type Outcome = { tables: Table[]; checks: Check[] };

export type Table = {
  title: string;
  columns: string[];
  rows: (string | number)[][];
};

/** A figure beside its target. */
export type Check = {
  what: string;
  measured: number;
  /** `×` for ratios. */
  unit: string;
  target: number;
  /** Whether the target is the least or the most that is good enough. */
  bound: 'at least' | 'at most';
};

export function holds({ measured, target, bound }: Check): boolean {
  return bound === 'at least' ? measured >= target : measured <= target;
}

/**
 * Runs a function and afterwards, also after an error, stops everything that it has started, in reverse order.
 * @param ending receives a function that ends it early
 */
export async function untilEnd<T>(
  ending: (stopAll: () => Promise<void>) => unknown,
  run: (atEnd: BenchOptions['atEnd']) => Promise<T>,
): Promise<T> {
  const stops: (() => unknown)[] = [];
  const stopAll = async () => {
    for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
  };
  ending(stopAll);
  try {
    return await run((stop) => stops.push(stop));
  } finally {
    await stopAll();
  }
}
