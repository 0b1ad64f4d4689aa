import type { Detection } from '@vedette/contract/detection';
import { isNewer } from '../detections/listing.ts';

/** The time that a viewer needs to recognise a place and a face while many detections arrive. */
export const HOLD_MS = 8_000;

/** The threat that is shown in full, and the time in milliseconds since which it is shown. */
export type MainThreat = { detection: Detection; since: number };

type Moment = { items: readonly Detection[]; shown: MainThreat | null; now: number };

/**
 * Selects the threat that is shown in full. It stays for `HOLD_MS` unless a threat of a higher level arrives. After that
 * the newest of the highest level among the threats that arrived later replaces it.
 * @param items active threats, newest first
 */
export function mainThreat({ items, shown, now }: Moment): MainThreat | null {
  const isListed = shown !== null && items.some(({ id }) => id === shown.detection.id);
  if (!isListed) {
    const [newest] = items;
    return newest ? { detection: newest, since: now } : null;
  }
  const held = now - shown.since < HOLD_MS;
  let next: Detection | null = null;
  for (const detection of items) {
    if (!isNewer(detection, shown.detection)) break;
    if (held && detection.threat_level <= shown.detection.threat_level) continue;
    if (!next || detection.threat_level > next.threat_level) next = detection;
  }
  return next ? { detection: next, since: now } : shown;
}
