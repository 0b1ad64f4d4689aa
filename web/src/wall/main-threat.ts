import type { Detection } from '@vedette/contract/detection';
import { isNewer } from '../detections/listing.ts';

/** Long enough to recognise a place and a face while many reports come. */
export const HOLD_MS = 8_000;

/** What is shown in full, and since when, in milliseconds. */
export type MainThreat = { detection: Detection; since: number };

type Moment = { items: readonly Detection[]; shown: MainThreat | null; now: number };

/**
 * Which threat is shown in full. The shown one is held for `HOLD_MS` unless one of a higher level comes; then the one of
 * the highest level among those that came after it takes over, of several the newest.
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
