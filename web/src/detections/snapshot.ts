import type { Detection } from '@vedette/contract/detection';
import type { LiveEvent } from '../live/live-event.ts';
import { type Counters, counted, nothingCounted } from './counters.ts';
import { incidentKey } from './incident-groups.ts';
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
  /** Active threats are incidents that are not closed, instead of detections. */
  team: boolean;
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
  const arrived = new Set<number>();
  const left = new Set<number>();
  const merged = new Map<number, number>();
  let answered = false;
  const isActive = ({ threat_level, answer }: Detection) =>
    threat_level >= context.activeThreatLevel && answer?.state !== 'closed';
  const isActiveIncident = (key: string, except?: number) =>
    [...known.values()].some((it) => it.id !== except && incidentKey(it) === key && isActive(it));
  const count = (detection: Detection, step: 1 | -1) => {
    const alone = !context.team || !isActiveIncident(incidentKey(detection), detection.id);
    counters = counted(counters, { detection, step, isActive: isActive(detection) && alone, now: context.now });
  };

  for (const event of events) {
    const wasCounted = event.seq !== undefined && event.seq <= seq;
    seq = Math.max(seq, event.seq ?? 0);
    if (event.type === 'detection.created') {
      const detection = event.data;
      const isListed = known.has(detection.id) || left.has(detection.id) || context.isGone(detection.id);
      // Without an event number, a listed detection counts as counted.
      if (event.seq === undefined ? !isListed : !wasCounted) count(detection, 1);
      if (isListed) continue;
      known.set(detection.id, detection);
      arrived.add(detection.id);
    } else if (event.type === 'detection.deleted') {
      const detection = known.get(event.data.id);
      left.add(event.data.id);
      arrived.delete(event.data.id);
      known.delete(event.data.id);
      // Whether a detection that is not listed was counted is unknown here; the server's counters follow shortly.
      if (detection && !wasCounted) count(detection, -1);
    } else if (event.type === 'incident.merged') {
      merged.set(event.data.id, event.data.into);
    } else if (event.type === 'incident.answered') {
      const { incident_id } = event.data;
      const key = `incident ${incident_id}`;
      const wasActive = isActiveIncident(key);
      answered = true;
      for (const it of known.values())
        if (it.incident_id === incident_id) known.set(it.id, { ...it, answer: event.data });
      const step = Number(isActiveIncident(key)) - Number(wasActive);
      if (!wasCounted) counters = { ...counters, activeThreats: Math.max(0, counters.activeThreats + step) };
    } else if (event.type === 'detections.cleared') {
      if (!wasCounted) counters = nothingCounted;
      recent = cleared(recent);
      threats = cleared(threats);
      known.clear();
      arrived.clear();
    }
  }

  const isLeft = (id: number) => left.has(id);
  const isClosed = (id: number) => known.get(id)?.answer?.state === 'closed';
  const current = (list: Listing) => {
    const kept = without(list, isLeft);
    return answered ? { ...kept, items: kept.items.map((it) => known.get(it.id) ?? it) } : kept;
  };
  const arrivals = [...arrived].flatMap((id) => known.get(id) ?? []);
  return {
    ...before,
    counters: counters.seq === seq ? counters : { ...counters, seq },
    recent: withMerges(withArrivals(current(recent), arrivals), merged),
    threats: withMerges(withArrivals(without(current(threats), isClosed), arrivals.filter(isActive)), merged),
  };
}

function cleared(list: Listing): Listing {
  return { ...list, items: [], older: { kind: 'none' } };
}
