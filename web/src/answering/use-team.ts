import { useSyncExternalStore } from 'react';
import { loadPublicConfig } from '../api/public-config.ts';
import { retryDelay } from '../live/back-off.ts';

const listeners = new Set<() => void>();
let parts: typeof import('./team-parts.ts') | null = null;
let isLoading = false;

/** What only a team's screens need. Its code is in a file of its own: null without TEAM, and until it has loaded. */
export function useTeam() {
  return useSyncExternalStore(subscribe, () => parts);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (!isLoading) void load();
  return () => listeners.delete(listener);
}

async function load() {
  isLoading = true;
  const config = await loadPublicConfig().catch(() => null);
  isLoading = config !== null;
  for (let attempt = 0; config?.team && !parts; attempt += 1) {
    try {
      parts = await import('./team-parts.ts');
    } catch {
      await retryDelay(attempt);
    }
  }
  for (const listener of listeners) listener();
}
