/** At most one commit in this time: a flood of events must not freeze the page. */
export const COMMIT_EVERY_MS = 100;
/** A covered window gets no animation frames even when it counts as visible. */
const FRAME_PATIENCE_MS = 250;

export type Batcher<T> = { push: (item: T) => void; stop: () => void };

/** Gathers items and hands them over together at the next frame, at most every COMMIT_EVERY_MS; by a timer in hidden tabs. */
export function createBatcher<T>(deliver: (items: T[]) => void): Batcher<T> {
  let waiting: T[] = [];
  let lastCommit = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  function commit() {
    cancel?.();
    cancel = null;
    lastCommit = performance.now();
    const items = waiting;
    waiting = [];
    deliver(items);
  }

  function schedule() {
    const wait = lastCommit + COMMIT_EVERY_MS - performance.now();
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
