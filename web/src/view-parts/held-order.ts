import type { Detection } from '@vedette/contract/detection';
import { isNewer } from '../detections/listing.ts';

export type HeldOrder = {
  /** In the order that was held; older ones that were loaded since follow. */
  shown: readonly Detection[];
  /** Those of them that somebody else has deleted: they keep their place. */
  gone: ReadonlySet<number>;
  /** How many new ones are held back. */
  waiting: number;
};

/** What keeps its place: a detection, or all of an incident. */
export type KeyOf = (detection: Detection) => number | string;
export const keyOfOne: KeyOf = ({ id }) => id;

const NONE: ReadonlySet<number> = new Set();

export function liveOrder(items: readonly Detection[]): HeldOrder {
  return { shown: items, gone: NONE, waiting: 0 };
}

/**
 * @param held the detections as they were shown when the hold began
 * @param items the list now, newest first
 * @param removed deleted by this guard: they leave at once
 * @param keyOf of two detections with the same key the held one is replaced by the current one
 * @returns null when nothing of the held list is left
 */
export function heldOrder(
  held: readonly Detection[],
  items: readonly Detection[],
  removed: ReadonlySet<number>,
  keyOf: KeyOf = keyOfOne,
): HeldOrder | null {
  const heldKeys = new Set(held.map(keyOf));
  const lastHeld = items.findLastIndex((detection) => heldKeys.has(keyOf(detection)));
  if (lastHeld < 0) return null;
  const current = new Map(items.map((detection) => [keyOf(detection), detection]));
  const end = items.at(-1);
  const gone = new Set<number>();
  const shown: Detection[] = [];
  for (const detection of held) {
    const now = current.get(keyOf(detection));
    if (now) {
      shown.push(now);
      // Behind the end of a list that was cut nothing is known.
    } else if (!removed.has(detection.id) && end && isNewer(detection, end)) {
      gone.add(detection.id);
      shown.push(detection);
    }
  }
  shown.push(...items.slice(lastHeld + 1).filter((detection) => !heldKeys.has(keyOf(detection))));
  const waiting = items.slice(0, lastHeld).filter((detection) => !heldKeys.has(keyOf(detection))).length;
  return { shown, gone, waiting };
}
