import { useSyncExternalStore } from 'react';

/** The alert settings of this browser; all off by default. */
export type AlertSettings = { sound: boolean; notifications: boolean /** From 0.1 to 1. */; volume: number };

const STORAGE_KEY = 'vedette.alerts';
const off: AlertSettings = { sound: false, notifications: false, volume: 1 };
const listeners = new Set<() => void>();
let current = read();

export function alertSettings(): AlertSettings {
  return current;
}

export function changeAlertSettings(change: Partial<AlertSettings>) {
  apply({ ...current, ...change });
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(current));
  } catch {
    // Without storage the setting lasts for this visit.
  }
}

export function useAlertSettings(): AlertSettings {
  return useSyncExternalStore(subscribe, alertSettings);
}

/** Also applies changes that other tabs of this browser make. */
export function subscribe(listener: () => void) {
  const follow = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) apply(read());
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}

function apply(next: AlertSettings) {
  current = next;
  for (const listener of listeners) listener();
}

function read(): AlertSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '');
    if (typeof kept !== 'object' || kept === null) return off;
    return {
      sound: 'sound' in kept && kept.sound === true,
      volume: 'volume' in kept ? volumeOf(kept.volume) : off.volume,
      notifications: 'notifications' in kept && kept.notifications === true,
    };
  } catch {
    return off;
  }
}

/** The lowest volume is audible, because only the sound switch, whose state the page shows, turns the sound off. */
function volumeOf(kept: unknown): number {
  return typeof kept === 'number' && kept >= 0.1 && kept <= 1 ? kept : off.volume;
}
