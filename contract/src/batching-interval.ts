/** Of a screen that draws sixty a second: more often nobody could see. */
const FRAME_MS = 16;
const WAIT_PER_EVENT_MS = 20;

/**
 * How long the next events are gathered after so many that were handed on together, in milliseconds: a frame after a single
 * one, the longer the more there were, and in a flood `longestMs`. So it grows only while more than one comes in the time
 * that the last ones cost.
 */
export function batchingIntervalMs(events: number, longestMs: number): number {
  return Math.min(longestMs, Math.max(FRAME_MS, (events - 1) * WAIT_PER_EVENT_MS));
}
