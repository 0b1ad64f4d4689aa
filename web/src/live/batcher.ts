/** What a commit brought decides how long the next one waits: a single event never, a flood this long at most. */
export const COMMIT_EVERY_MS = 100;
const WAIT_PER_ITEM_MS = 10;
/** A covered window gets no animation frames even when it counts as visible. */
const FRAME_PATIENCE_MS = 250;

export type Batcher<T> = { push: (item: T) => void; stop: () => void };

/**
 * Gathers items and hands them over together at the next frame; by a timer in hidden tabs. In a flood, which would freeze
 * the page, only every COMMIT_EVERY_MS.
 */
export function createBatcher<T>(deliver: (items: T[]) => void): Batcher<T> {
  let waiting: T[] = [];
  let nextCommit = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  function commit() {
    cancel?.();
    cancel = null;
    const items = waiting;
    nextCommit = performance.now() + Math.min(COMMIT_EVERY_MS, (items.length - 1) * WAIT_PER_ITEM_MS);
    waiting = [];
    deliver(items);
  }

  function schedule() {
    const wait = nextCommit - performance.now();
    if (wait > 0) {
      const timer = setTimeout(() => {
        cancel = document.hidden ? null : atNextFrame(commit);
        if (document.hidden) commit();
      }, wait);
      cancel = () => clearTimeout(timer);
      return;
    }
    if (document.hidden) {
      const timer = setTimeout(commit, 0);
      cancel = () => clearTimeout(timer);
    } else {
      cancel = atNextFrame(commit);
    }
  }

  return {
    push(item) {
      waiting.push(item);
      if (!cancel) schedule();
    },
    stop() {
      cancel?.();
      cancel = null;
      waiting = [];
    },
  };
}

function atNextFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, FRAME_PATIENCE_MS);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
