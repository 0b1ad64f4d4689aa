/** So many events in one commit come only while they pour in: those that come one by one are handed over one by one. */
export const BURST_EVENTS = 5;
/** Without so many for this long, it is over. */
export const BURST_OVER_MS = 2_000;

export type BurstMode = {
  /** Is to be told how many events each commit brought. */
  note: (events: number) => void;
  isOn: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** What was watched ends: it is over at once. */
  stop: () => void;
};

/**
 * In a flood nothing moves but what arrives: each thing that is animated or fades has the whole page drawn sixty times a
 * second, and on a machine without a graphics card whoever clicks then waits for that. `data-burst` on the root says so
 * to the style sheet.
 */
export function createBurstMode(root: HTMLElement): BurstMode {
  const listeners = new Set<() => void>();
  let calm: ReturnType<typeof setTimeout> | undefined;
  let isOn = false;

  function turn(on: boolean) {
    if (on === isOn) return;
    isOn = on;
    root.toggleAttribute('data-burst', on);
    for (const listener of listeners) listener();
  }

  return {
    note(events) {
      if (events < BURST_EVENTS) return;
      clearTimeout(calm);
      calm = setTimeout(() => turn(false), BURST_OVER_MS);
      turn(true);
    },
    isOn: () => isOn,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      clearTimeout(calm);
      turn(false);
    },
  };
}
