/** In a flood streams are written to this often: a screen shows it still less often. */
export const WRITE_EVERY_MS = 50;
/** More than one event in a frame's time, about a hundred a second, is where a flood begins. */
const WAIT_PER_EVENT_MS = 20;
/** Of a screen that draws sixty a second. */
const FRAME_MS = 16;

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
      next = performance.now() + Math.min(WRITE_EVERY_MS, Math.max(FRAME_MS, (events - 1) * WAIT_PER_EVENT_MS));
    },
    waitMs: () => Math.max(0, next - performance.now()),
  };
}
