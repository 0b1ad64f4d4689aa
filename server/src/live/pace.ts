import { batchingIntervalMs } from '@vedette/contract/batching-interval';

/** In a flood streams are written to this often: a screen shows it still less often. */
export const WRITE_EVERY_MS = 50;

export type Pace = {
  /** Is to be told how many events have just been handed on together. */
  note: (events: number) => void;
  /** For how long what comes now waits for what comes with it; 0 when it goes on at once. */
  waitMs: () => number;
};

/**
 * An event that comes alone waits for nothing. What pours in is handed on together: each write to a stream costs the
 * server, the network and the reader, however few events are in it.
 */
export function createPace(): Pace {
  let next = Number.NEGATIVE_INFINITY;
  return {
    note(events) {
      next = performance.now() + batchingIntervalMs(events, WRITE_EVERY_MS);
    },
    waitMs: () => Math.max(0, next - performance.now()),
  };
}
