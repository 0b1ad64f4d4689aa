import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let missing: readonly string[] = [];

/** Adds a page whose code failed to load. @returns a function that removes it again */
export function noteMissing(title: string): () => void {
  if (!missing.includes(title)) set([...missing, title]);
  return () => set(missing.filter((it) => it !== title));
}

export function useMissingPages(): readonly string[] {
  return useSyncExternalStore(subscribe, () => missing);
}

function set(next: readonly string[]) {
  missing = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
