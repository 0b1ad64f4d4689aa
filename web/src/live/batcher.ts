/** What a commit brought decides how long the next one waits: after a single event a frame, in a flood this long at most. */
export const COMMIT_EVERY_MS = 100;
const WAIT_PER_ITEM_MS = 10;
/** Of a screen that draws sixty a second: more commits than that nobody could see. */
const FRAME_MS = 16;

export type Batcher<T> = { push: (item: T) => void; stop: () => void };

/**
 * Gathers items and hands them over together. An item that comes alone waits for nothing, not even for a frame: the page
 * works on it until the next one. In a flood, which would freeze the page, only every COMMIT_EVERY_MS.
 */
export function createBatcher<T>(deliver: (items: T[]) => void): Batcher<T> {
  let waiting: T[] = [];
  let nextCommit = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function commit() {
    timer = null;
    const items = waiting;
    const wait = Math.max(FRAME_MS, (items.length - 1) * WAIT_PER_ITEM_MS);
    nextCommit = performance.now() + Math.min(COMMIT_EVERY_MS, wait);
    waiting = [];
    deliver(items);
  }

  return {
    push(item) {
      waiting.push(item);
      timer ??= setTimeout(commit, Math.max(0, nextCommit - performance.now()));
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      waiting = [];
    },
  };
}
