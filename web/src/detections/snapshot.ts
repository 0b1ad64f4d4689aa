import type { Detection } from '@vedette/contract/detection';
import type { LiveEvent } from '../live/live-event.ts';
import { type Counters, counted, nothingCounted } from './counters.ts';
import { type Listing, withArrivals, withMerges, without } from './listing.ts';

/** Everything that the dashboard shows, at one moment. */
export type Snapshot = {
  counters: Counters;
  recent: Listing;
  threats: Listing;
  /** When the server last answered with it, in milliseconds. */
  loadedAt: number;
  /** The error of the last reload; null when it succeeded. */
  failure: string | null;
};

export type EventContext = {
  activeThreatLevel: number;
  /** Ids that were deleted: an older message must not bring them back. */
  isGone: (id: number) => boolean;
  now: number;
  /** Detections that are counted although no list holds them: the history shows older ones. */
  alsoCounted?: Detection;
};

/**
 * What the events change, in one step: each detection once, deleted ones stay deleted, counters never below 0. Lists and
 * counters may be of different moments: an event that the server had counted already is not counted again.
 */
export function withEvents(before: Snapshot, events: readonly LiveEvent[], context: EventContext): Snapshot {
  let { counters, recent, threats } = before;
  let { seq } = counters;
  const known = new Map<number, Detection>();
  for (const detection of [...recent.items, ...threats.items]) known.set(detection.id, detection);
  if (context.alsoCounted) known.set(context.alsoCounted.id, context.alsoCounted);
  const arrived = new Map<number, Detection>();
  const left = new Set<number>();
  const merged = new Map<number, number>();

  for (const event of events) {
    const wasCounted = event.seq !== undefined && event.seq <= seq;
    seq = Math.max(seq, event.seq ?? 0);
    if (event.type === 'detection.created') {
      const detection = event.data;
      const isListed = known.has(detection.id) || left.has(detection.id) || context.isGone(detection.id);
      // Without an event number, a listed detection counts as counted.
      if (event.seq === undefined ? !isListed : !wasCounted)
        counters = counted(counters, { detection, step: 1, ...context });
      if (isListed) continue;
      known.set(detection.id, detection);
      arrived.set(detection.id, detection);
    } else if (event.type === 'detection.deleted') {
      const detection = known.get(event.data.id);
      left.add(event.data.id);
      arrived.delete(event.data.id);
      known.delete(event.data.id);
      // Whether a detection that is not listed was counted is unknown here; the server's counters follow shortly.
      if (detection && !wasCounted) counters = counted(counters, { detection, step: -1, ...context });
    } else if (event.type === 'incident.merged') {
      merged.set(event.data.id, event.data.into);
    } else if (event.type === 'detections.cleared') {
      if (!wasCounted) counters = nothingCounted;
      recent = cleared(recent);
      threats = cleared(threats);
      known.clear();
      arrived.clear();
    }
  }

  const isLeft = (id: number) => left.has(id);
  const arrivals = [...arrived.values()];
  const active = arrivals.filter(({ threat_level }) => threat_level >= context.activeThreatLevel);
  return {
    ...before,
    counters: counters.seq === seq ? counters : { ...counters, seq },
    recent: withMerges(withArrivals(without(recent, isLeft), arrivals), merged),
    threats: withMerges(withArrivals(without(threats, isLeft), active), merged),
  };
}

function cleared(list: Listing): Listing {
  return { ...list, items: [], older: { kind: 'none' } };
}
