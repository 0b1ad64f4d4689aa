import type { Detection, StatsAnswer } from '@vedette/contract/detection';
import { countedLabel } from '@vedette/contract/labels';
import { LAST_HOUR_MS } from '@vedette/contract/limits';
import { threatBucket } from '@vedette/contract/threat-level';

/** The server's counters, changed by every event until they are loaded again. */
export type Counters = {
  total: number;
  activeThreats: number;
  lastHour: number;
  byWeaponType: StatsAnswer['by_weapon_type'];
  byThreatLevel: StatsAnswer['by_threat_level'];
  /** The newest event that is counted here. */
  seq: number;
};

export const nothingCounted: Counters = {
  total: 0,
  activeThreats: 0,
  lastHour: 0,
  byWeaponType: {},
  byThreatLevel: { high: 0, medium: 0, low: 0 },
  seq: 0,
};

type Change = { detection: Detection; step: 1 | -1; isActive: boolean; now: number };

/**
 * Adds or removes a detection; never below 0.
 * @param isActive whether it counts as an active threat
 */
export function counted(before: Counters, { detection, step, isActive, now }: Change): Counters {
  const { threat_level, timestamp } = detection;
  const type = countedLabel(detection, 'weapon_type');
  const at = Date.parse(timestamp);
  // As on the server: a detection in the future, from a fast device clock, is not part of the last hour.
  const isRecent = at > now - LAST_HOUR_MS && at <= now;
  const bucket = threatBucket(threat_level);
  const moved = (count = 0) => Math.max(0, count + step);
  return {
    ...before,
    total: moved(before.total),
    activeThreats: isActive ? moved(before.activeThreats) : before.activeThreats,
    lastHour: isRecent ? moved(before.lastHour) : before.lastHour,
    byWeaponType: { ...before.byWeaponType, [type]: moved(before.byWeaponType[type]) },
    byThreatLevel: { ...before.byThreatLevel, [bucket]: moved(before.byThreatLevel[bucket]) },
  };
}
