import { afterPaint } from './after-paint.ts';
import { batchingIntervalMs } from './batching-interval.ts';

/** What a commit brought decides how long the next one waits: after a single event a frame, in a flood this long at most. */
export const COMMIT_EVERY_MS = 400;
/** However long it is held, no item waits longer: a screen that stands still must not look calm. */
export const HELD_AT_MOST_MS = 1_000;

/** While somebody presses, and while the view they chose is being drawn. */
export type Hold = 'hand' | 'view';

export type Batcher<T> = {
  push: (item: T) => void;
  /** Hands nothing over for this long from now on. Of each hold the latest call counts, of both the longer one. */
  hold: (what: Hold, ms: number) => void;
  stop: () => void;
};

/**
 * Gathers items and hands them over together. An item that comes alone waits for nothing, not even for a frame: the page
 * works on it until the next one. In a flood, of which nobody can read each event, only every COMMIT_EVERY_MS: the page
 * has the time in between for whoever uses it.
 */
export function createBatcher<T>(deliver: (items: T[]) => void): Batcher<T> {
  let waiting: T[] = [];
  let waitingSince = 0;
  let nextCommit = Number.NEGATIVE_INFINITY;
  const heldUntil: Record<Hold, number> = { hand: Number.NEGATIVE_INFINITY, view: Number.NEGATIVE_INFINITY };
  let poursIn = false;
  let callOff = () => {};

  function schedule() {
    callOff();
    const { hand, view } = heldUntil;
    const due = Math.max(nextCommit, Math.min(Math.max(hand, view), waitingSince + HELD_AT_MOST_MS));
    const timer = setTimeout(handOver, Math.max(0, due - performance.now()));
    callOff = () => clearTimeout(timer);
  }

  function handOver() {
    // A hidden tab draws nothing, and a second timer there takes up to a second.
    if (poursIn && waiting.length > 1 && !document.hidden) callOff = afterPaint(commit);
    else commit();
  }

  function commit() {
    const items = waiting;
    nextCommit = performance.now() + batchingIntervalMs(items.length, COMMIT_EVERY_MS);
    poursIn = items.length > 1;
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
    hold(what, ms) {
      heldUntil[what] = performance.now() + ms;
      // What has waited long enough is on its way, and no longer called back.
      if (waiting.length > 0 && performance.now() < waitingSince + HELD_AT_MOST_MS) schedule();
    },
    stop() {
      callOff();
      waiting = [];
    },
  };
}
