import { batchingIntervalMs } from '@vedette/contract/batching-interval';

/** The longest interval between two chunks. The page updates less often than this. */
export const MAX_INTERVAL_MS = 50;

export type PublishThrottle = {
  /** Records that a chunk of so many events has just been published. */
  notePublished: (events: number) => void;
  /** How long the next chunk waits for more events; 0 when it is published at once. */
  waitMs: () => number;
};

/**
 * A single event is published at once. Events that follow each other closely are published in one chunk, because each
 * write to a stream costs the server, the network and the browser the same, however few events it holds.
 */
export function createPublishThrottle(): PublishThrottle {
  let next = Number.NEGATIVE_INFINITY;
  return {
    notePublished(events) {
      next = performance.now() + batchingIntervalMs(events, MAX_INTERVAL_MS);
    },
    waitMs: () => Math.max(0, next - performance.now()),
  };
}
