/** In a flood streams are written to this often: a screen shows it still less often. */
export const WRITE_EVERY_MS = 50;
const WAIT_PER_EVENT_MS = 20;
/** Of a screen that draws sixty a second. */
const FRAME_MS = 16;

export type Pace = {
  /** Is to be told how many events were just handed on together. */
  note: (events: number) => void;
  /** For how many more milliseconds what comes now is to be gathered; 0 when it goes on at once. */
  left: () => number;
};

/**
 * An event that comes alone waits for nothing. What pours in is handed on together: each write to a stream costs the
 * server, the network and the reader about as much as all the events in it.
 */
export function createPace(): Pace {
  let next = Number.NEGATIVE_INFINITY;
  return {
    note(events) {
      next = performance.now() + Math.min(WRITE_EVERY_MS, Math.max(FRAME_MS, (events - 1) * WAIT_PER_EVENT_MS));
    },
    left: () => Math.max(0, next - performance.now()),
  };
}
