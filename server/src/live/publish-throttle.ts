/** The longest interval between two chunks. The page updates less often than this. */
export const MAX_INTERVAL_MS = 50;
/** Up to this many events of one interval are published one by one: 500 a second. */
export const SINGLE_EVENTS = 25;
/** Or up to this many writes to streams, which take the server some 10 µs each. */
export const SINGLE_WRITES = 1_000;

export type PublishThrottle = {
  /** Records that a chunk of so many events has just been written to so many streams. */
  notePublished: (chunk: { events: number; streams: number }) => void;
  /** How long the next chunk waits for more events; 0 when it is published at once. */
  waitMs: () => number;
};

/**
 * Events are published at once while few come. Many are published in one chunk per interval, because each write to a
 * stream costs the server, the network and the browser the same, however few events it holds.
 */
export function createPublishThrottle({ singleEvents = SINGLE_EVENTS } = {}): PublishThrottle {
  let intervalEnds = Number.NEGATIVE_INFINITY;
  let events = 0;
  let writes = 0;
  return {
    notePublished(chunk) {
      const now = performance.now();
      if (now >= intervalEnds) {
        intervalEnds = now + MAX_INTERVAL_MS;
        events = 0;
        writes = 0;
      }
      events += chunk.events;
      writes += chunk.streams;
    },
    waitMs: () =>
      events >= singleEvents || writes >= SINGLE_WRITES ? Math.max(0, intervalEnds - performance.now()) : 0,
  };
}
