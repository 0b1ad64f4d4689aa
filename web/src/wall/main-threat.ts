import type { Detection } from '@vedette/contract/detection';
import { incidentKey } from '../detections/incident-groups.ts';
import { isNewer } from '../detections/listing.ts';

/** The time that a viewer needs to recognise a place and a face while many detections arrive. */
export const HOLD_MS = 8_000;

/** The threat that is shown in full, and the time in milliseconds since which it is shown. */
export type MainThreat = { detection: Detection; since: number };

type Moment = { items: readonly Detection[]; shown: MainThreat | null; now: number };

/**
 * Selects the threat that is shown in full. It stays for `HOLD_MS` unless a threat of a higher level arrives. After that
 * the newest of the highest level among the threats that arrived later replaces it. A further sighting of the same
 * incident takes its place without starting anew.
 * @param items active threats, newest first
 */
export function mainThreat({ items, shown, now }: Moment): MainThreat | null {
  const current = shown && findSame(items, shown.detection);
  if (!current) {
    const [newest] = items;
    return newest ? { detection: newest, since: now } : null;
  }
  const same = current === shown.detection ? shown : { ...shown, detection: current };
  const held = now - shown.since < HOLD_MS;
  let next: Detection | null = null;
  for (const detection of items) {
    if (!isNewer(detection, current)) break;
    if (held && detection.threat_level <= current.threat_level) continue;
    if (!next || detection.threat_level > next.threat_level) next = detection;
  }
  return next ? { detection: next, since: now } : same;
}

/** The latest threat of the same incident. */
export function findSame(items: readonly Detection[], shown: Detection): Detection | undefined {
  const key = incidentKey(shown);
  return items.find((detection) => incidentKey(detection) === key);
}
