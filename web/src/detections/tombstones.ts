const TOMBSTONES_MAX = 10_000;

/**
 * Which detections are gone. A deletion that this browser asked for is hidden at once and may yet be refused; one that
 * the server told is final. Ids are never reused, so that a late message about a final one can be ignored.
 */
export type Tombstones = {
  has: (id: number) => boolean;
  ids: () => Iterable<number>;
  hide: (id: number) => void;
  confirm: (id: number) => void;
  /** Everything was cleared: hidden detections are final now. */
  confirmAll: () => void;
  /** The deletion was refused. @returns whether the detection is there again */
  restore: (id: number) => boolean;
};

export function createTombstones(): Tombstones {
  const stones = new Map<number, 'hidden' | 'final'>();

  function confirm(id: number) {
    stones.delete(id);
    stones.set(id, 'final');
    const oldest = stones.keys().next();
    if (stones.size > TOMBSTONES_MAX && !oldest.done) stones.delete(oldest.value);
  }

  return {
    has: (id) => stones.has(id),
    ids: () => stones.keys(),
    hide(id) {
      if (!stones.has(id)) stones.set(id, 'hidden');
    },
    confirm,
    confirmAll() {
      for (const id of [...stones.keys()]) confirm(id);
    },
    restore(id) {
      return stones.get(id) === 'hidden' && stones.delete(id);
    },
  };
}
