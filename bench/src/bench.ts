/** One measurement that the project makes a claim about. */
export type Bench = (options: BenchOptions) => Promise<Outcome>;

export type BenchOptions = {
  /** A fresh folder on the disk that data folders are on: never a memory file system, where syncing costs nothing. */
  folder: string;
  /** Each cell is measured this often, the contestants taking turns; medians are reported. */
  rounds: number;
  /** The length of one cell. */
  seconds: number;
  /** The length of a soak. */
  minutes: number;
  /** What generated requests and chosen losses begin from: the same seed makes the same ones. */
  seed: number;
  /** What is being measured right now, for the person who waits. */
  progress: (line: string) => void;
  /** What must be stopped when the bench is over, whatever happened; the last one first. */
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
 * Runs something and then, whatever happened, ends what it has started, the last one first.
 * @param ending is given what ends it early
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
