import type { Config } from '../config.ts';
import type { Log } from '../log.ts';

/** What every part needs. */
export type Basics = {
  config: Config;
  /** Milliseconds since the epoch, for timestamps. An operator may set this clock. */
  now: () => number;
  /** Milliseconds of a monotonic clock, for durations, limits and deadlines. */
  elapsed: () => number;
  log: Log;
};

/** How parts are closed, in this order; the names go to the log when a stop is cut short. */
export type Closing = [name: string, end: () => Promise<void>][];
