/** One frame of a screen with 60 Hz: updates at shorter intervals would not be visible. */
const FRAME_MS = 16;
const WAIT_PER_EVENT_MS = 20;

/**
 * How long to collect the next events after `events` were passed on together, in milliseconds: one frame after a single
 * event, longer after more, at most `longestMs`. The interval grows only while more than one event arrives in it.
 */
export function batchingIntervalMs(events: number, longestMs: number): number {
  return Math.min(longestMs, Math.max(FRAME_MS, (events - 1) * WAIT_PER_EVENT_MS));
}
