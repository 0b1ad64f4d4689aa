import { useSyncExternalStore } from 'react';

let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** A ref: the element in which a screen without room at its end shows the strips of a team. */
export function offerStripPlace(element: HTMLElement | null) {
  place = element;
  for (const listener of listeners) listener();
}

export function useStripPlace(): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => place);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
