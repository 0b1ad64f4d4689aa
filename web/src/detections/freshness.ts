import type { Connection } from '../live/connection.ts';

/** Whether the screen is up to date; if not, the reason, and since when (milliseconds; null: it never was). */
export type Freshness =
  | { kind: 'fresh' }
  | { kind: 'stale'; why: keyof typeof STALE_BECAUSE; asOf: number | null; reason: string | null };

export const STALE_BECAUSE = {
  reconnecting: 'Connection lost, reconnecting',
  blind: 'No connection to the server',
  ended: 'You were signed out',
  failed: 'The last refresh failed',
  'disk-full': 'Evidence is not being stored: the disk of the server is full',
  database: 'Evidence is not being stored: the database of the server is damaged or missing',
} as const;

/** The screen cannot retry this: it ends with an event of the server. */
export function isStorageProblem(why: keyof typeof STALE_BECAUSE): boolean {
  return why === 'disk-full' || why === 'database';
}

type Loaded = { loadedAt: number; failure: string | null };

export function judgeFreshness(connection: Connection, loaded: Loaded | undefined): Freshness {
  const { phase, contactAt, storage } = connection;
  const loadedAt = loaded?.loadedAt ?? null;
  if (phase === 'reconnecting' || phase === 'blind' || phase === 'ended') {
    return { kind: 'stale', why: phase, asOf: latest(contactAt, loadedAt), reason: null };
  }
  if (loaded?.failure != null) return { kind: 'stale', why: 'failed', asOf: loadedAt, reason: loaded.failure };
  if (storage.refused !== null) {
    return { kind: 'stale', why: storage.refused, asOf: Date.parse(storage.since), reason: null };
  }
  return { kind: 'fresh' };
}

function latest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
