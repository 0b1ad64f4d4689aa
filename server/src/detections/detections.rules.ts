import { THREAT_LEVEL_MAX, threatBucket } from '@vedette/contract/threat-level';

/** Where a page ends. Lists are ordered by time, then id. */
export type Position = { at: number; id: number };

/** Clients treat the cursor as opaque, so that its form may change. */
export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(`${at}.${id}`).toString('base64url');
}

/** Returns null for a string that `encodeCursor` did not make. */
export function decodeCursor(cursor: string): Position | null {
  const match = /^(-?\d{1,16})\.(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString());
  return match === null ? null : { at: Number(match[1]), id: Number(match[2]) };
}

/** Counts the active threats: those of at least `activeThreatLevel`. */
export function countActive(byLevel: ReadonlyMap<string, number>, activeThreatLevel: number): number {
  let count = 0;
  for (let level = activeThreatLevel; level <= THREAT_LEVEL_MAX; level += 1) count += byLevel.get(String(level)) ?? 0;
  return count;
}

export function countBuckets(byLevel: ReadonlyMap<string, number>): { high: number; medium: number; low: number } {
  const buckets = { high: 0, medium: 0, low: 0 };
  for (const [level, count] of byLevel) buckets[threatBucket(Number(level))] += count;
  return buckets;
}
