import type { Detection } from '@vedette/contract/detection';

type Listed = Pick<Detection, 'id'>;

/** A list on the screen, newest first. */
export type ListOnScreen = {
  shown: readonly Listed[];
  /** Absent when there are no older ones. */
  loadOlder?: (() => void) | undefined;
  /** Scrolls to a detection whose card is not rendered. */
  reveal?: ((index: number) => void) | undefined;
};

/** The order of the detections on the screen, in which keys walk from one to the next. */
export type DetectionOrder = ReturnType<typeof createDetectionOrder>;

const EMPTY: ListOnScreen = { shown: [] };

export function createDetectionOrder() {
  let list = EMPTY;
  const listeners = new Set<() => void>();

  function set(next: ListOnScreen) {
    list = next;
    for (const listener of listeners) listener();
  }

  return {
    current: () => list,
    set,
    clear: () => set(EMPTY),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @returns the id so many places further on; undefined at the end, and for a detection that is not listed */
    neighbour(id: number, step: number): number | undefined {
      const index = list.shown.findIndex((it) => it.id === id);
      return index < 0 ? undefined : list.shown[index + step]?.id;
    },
  };
}
