/** The longest interval between two deliveries under load. */
export const MAX_INTERVAL_MS = 400;
/** No item waits longer than this, however often the batcher is held: a screen that stops must not look calm. */
export const HELD_AT_MOST_MS = 1_000;

/** One frame of a screen with 60 Hz: updates at shorter intervals would not be visible. */
const FRAME_MS = 16;
const WAIT_PER_ITEM_MS = 20;

/** Why items are held back: somebody is pressing a key or button, or a chosen view is being drawn. */
export type HoldReason = 'input' | 'view';

export type Batcher<T> = {
  push: (item: T) => void;
  /** Delivers nothing for so many milliseconds from now on. The latest call for a reason counts, and the longer reason. */
  hold: (reason: HoldReason, ms: number) => void;
  stop: () => void;
};

/**
 * Delivers a single item at once. Under load it collects items and delivers them together, because each delivery costs
 * script, style, layout and paint, and nobody can read every item.
 */
export function createBatcher<T>(deliver: (items: T[]) => void): Batcher<T> {
  let waiting: T[] = [];
  let waitingSince = 0;
  let intervalEnds = Number.NEGATIVE_INFINITY;
  const heldUntil: Record<HoldReason, number> = { input: Number.NEGATIVE_INFINITY, view: Number.NEGATIVE_INFINITY };
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule() {
    clearTimeout(timer);
    const held = Math.min(Math.max(heldUntil.input, heldUntil.view), waitingSince + HELD_AT_MOST_MS);
    timer = setTimeout(deliverAll, Math.max(0, Math.max(intervalEnds, held) - performance.now()));
  }

  function deliverAll() {
    const items = waiting;
    intervalEnds = performance.now() + intervalAfter(items.length);
    waiting = [];
    deliver(items);
  }

  return {
    push(item) {
      waiting.push(item);
      if (waiting.length > 1) return;
      waitingSince = performance.now();
      schedule();
    },
    hold(reason, ms) {
      heldUntil[reason] = performance.now() + ms;
      if (waiting.length > 0) schedule();
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}

/** One frame after a single item, longer after more. The interval grows only while more than one item arrives in it. */
function intervalAfter(items: number): number {
  return Math.min(MAX_INTERVAL_MS, Math.max(FRAME_MS, (items - 1) * WAIT_PER_ITEM_MS));
}
