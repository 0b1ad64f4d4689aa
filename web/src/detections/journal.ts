/**
 * What happened while something was loading. The answer may be older than the events of that time, so they are applied
 * to it once more.
 */
export type Journal<T> = {
  record: (items: readonly T[]) => void;
  /** @returns what `load` gives, and what was recorded meanwhile */
  during: <R>(load: () => Promise<R>) => Promise<{ loaded: R; meanwhile: readonly T[] }>;
};

export function createJournal<T>(): Journal<T> {
  const open = new Set<T[]>();
  return {
    record(items) {
      for (const page of open) page.push(...items);
    },
    async during(load) {
      const page: T[] = [];
      open.add(page);
      try {
        return { loaded: await load(), meanwhile: page };
      } finally {
        open.delete(page);
      }
    },
  };
}
