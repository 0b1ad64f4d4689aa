/**
 * Buffers the events that arrive while something loads. The answer may be older than they are, so they are applied to it
 * again.
 */
export type EventBuffer<T> = {
  add: (events: readonly T[]) => void;
  /** @returns the result of `load`, and the events that arrived during it */
  whileLoading: <R>(load: () => Promise<R>) => Promise<{ loaded: R; eventsSince: readonly T[] }>;
};

export function createEventBuffer<T>(): EventBuffer<T> {
  const active = new Set<T[]>();
  return {
    add(events) {
      for (const buffer of active) buffer.push(...events);
    },
    async whileLoading(load) {
      const buffer: T[] = [];
      active.add(buffer);
      try {
        return { loaded: await load(), eventsSince: buffer };
      } finally {
        active.delete(buffer);
      }
    },
  };
}
