import { THREAT_LEVEL_MAX, threatBucket } from '@vedette/contract/threat-level';

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
