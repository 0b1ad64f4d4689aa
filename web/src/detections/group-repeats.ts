import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'vedette.group-repeats';
const listeners = new Set<() => void>();
let chosen = read();
let byDefault = false;
/** How many screens on this page group in any case. */
let always = 0;

/** Whether repeats of an incident are one card, and sound the alarm once. */
export function groupsRepeats(): boolean {
  return isChosen() || always > 0;
}

/** The choice of this browser. */
export function useGroupRepeats(): boolean {
  return useSyncExternalStore(subscribe, isChosen);
}

export function changeGroupRepeats(group: boolean) {
  apply(group);
  try {
    localStorage.setItem(STORAGE_KEY, String(group));
  } catch {
    // Without storage the choice lasts for this visit.
  }
}

/** Groups as long as the screen is open. @returns a function that ends it */
export function alwaysGroupRepeats(): () => void {
  always += 1;
  return () => {
    always -= 1;
  };
}

/** Whether it is on where nothing was chosen. */
export function groupByDefault(group: boolean) {
  byDefault = group;
  apply(chosen);
}

function isChosen(): boolean {
  return chosen ?? byDefault;
}

function apply(group: boolean | null) {
  chosen = group;
  for (const listener of listeners) listener();
}

/** Also applies the choice of another tab. */
function subscribe(listener: () => void) {
  const follow = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY) apply(read());
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}

function read(): boolean | null {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    return kept === null ? null : kept === 'true';
  } catch {
    return null;
  }
}
