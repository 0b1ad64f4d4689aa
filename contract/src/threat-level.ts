import { weaponDetails } from './weapon-type.ts';

export const THREAT_LEVEL_MIN = 1;
export const THREAT_LEVEL_MAX = 10;
export const ACTIVE_THREAT_LEVEL_DEFAULT = 8;

export type ThreatBucket = 'high' | 'medium' | 'low';

/** The statistics buckets: High 8-10, Medium 5-7, Low 1-4. `ACTIVE_THREAT_LEVEL` never moves them. */
export function threatBucket(level: number): ThreatBucket {
  if (level >= 8) return 'high';
  return level >= 5 ? 'medium' : 'low';
}

/**
 * The level of a report that brings none: the weapon's base level scaled by how sure the model is.
 * At full confidence the base level, at none 40 % of it, in a straight line between; never below 1.
 * @param confidence fraction 0–1
 */
export function deriveThreatLevel(weaponType: string, confidence: number): number {
  const { base_threat_level } = weaponDetails(weaponType);
  const level = Math.round(base_threat_level * (0.4 + 0.6 * confidence));
  return Math.min(THREAT_LEVEL_MAX, Math.max(THREAT_LEVEL_MIN, level));
}
