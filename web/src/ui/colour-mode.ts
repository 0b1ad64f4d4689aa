import { useSyncExternalStore } from 'react';

export type ColourMode = 'light' | 'dark';

/** The same key as in public/colour-mode.js, which applies the choice before the first paint. */
const STORAGE_KEY = 'vedette.colour-mode';
/** The colours that browsers use around the page; they match the header. */
const themeColours = { light: '#ffffff', dark: '#0d1525' } as const;
const listeners = new Set<() => void>();

function current(): ColourMode {
  return document.documentElement.dataset.colourMode === 'dark' ? 'dark' : 'light';
}

function apply(mode: ColourMode) {
  document.documentElement.dataset.colourMode = mode;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColours[mode]);
  for (const listener of listeners) listener();
}

/** Overrides the stored colour mode for one page. @returns a function that restores the stored mode */
export function overrideColourMode(mode: ColourMode): () => void {
  apply(mode);
  return () => apply(kept());
}

function kept(): ColourMode {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'dark' ? 'dark' : 'light';
  } catch {
    return 'light';
  }
}

export function toggleColourMode() {
  const mode = current() === 'dark' ? 'light' : 'dark';
  apply(mode);
  try {
    localStorage.setItem(STORAGE_KEY, mode);
  } catch {
    // Without storage the choice lasts for this visit.
  }
}

export function useColourMode(): ColourMode {
  return useSyncExternalStore(subscribe, current);
}

function subscribe(listener: () => void) {
  const follow = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) apply(event.newValue === 'dark' ? 'dark' : 'light');
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}
