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

const NONE: ReadonlySet<number> = new Set();

export function liveOrder(items: readonly Detection[]): HeldOrder {
  return { shown: items, gone: NONE, waiting: 0 };
}

/**
 * @param held the detections as they were shown when the hold began
 * @param items the list now, newest first
 * @param removed deleted by this guard: they leave at once
 * @returns null when nothing of the held list is left
 */
export function heldOrder(
  held: readonly Detection[],
  items: readonly Detection[],
  removed: ReadonlySet<number>,
): HeldOrder | null {
  const heldIds = new Set(held.map(({ id }) => id));
  const lastHeld = items.findLastIndex(({ id }) => heldIds.has(id));
  if (lastHeld < 0) return null;
  const current = new Map(items.map((detection) => [detection.id, detection]));
  const end = items.at(-1);
  const gone = new Set<number>();
  const shown: Detection[] = [];
  for (const detection of held) {
    const now = current.get(detection.id);
    if (now) {
      shown.push(now);
      // Behind the end of a list that was cut nothing is known.
    } else if (!removed.has(detection.id) && end && isNewer(detection, end)) {
      gone.add(detection.id);
      shown.push(detection);
    }
  }
  shown.push(...items.slice(lastHeld + 1));
  const waiting = items.slice(0, lastHeld).filter(({ id }) => !heldIds.has(id)).length;
  return { shown, gone, waiting };
}
