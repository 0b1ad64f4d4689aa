import type { Answer } from '@vedette/contract/answer';
import type { Detection } from '@vedette/contract/detection';
import { describe, expect, it } from 'vitest';
import { created, detection, ids } from '../../test/dashboard-store-fixture.ts';
import type { LiveEvent } from '../live/live-event.ts';
import { createArrivals } from './arrivals.ts';
import { nothingCounted } from './counters.ts';
import { listing } from './listing.ts';
import { type Snapshot, withEvents } from './snapshot.ts';

const answer = (incident_id: number, state: Answer['state']): Answer => ({
  ...{ incident_id, state, acknowledged_by: null, acknowledged_at: null },
  ...{ closed_by: null, closed_at: null, verdict: null, note: null },
});
const answered = (incident_id: number, state: Answer['state'], seq: number): LiveEvent => ({
  type: 'incident.answered',
  data: answer(incident_id, state),
  seq,
});

/** A sighting of an incident; its number is that of its event. */
function sighting(id: number, incident_id: number, more: Partial<Detection> = {}): LiveEvent {
  return { type: 'detection.created', data: { ...detection(id), incident_id, ...more }, seq: id };
}

const nothing: Snapshot = {
  ...{ counters: nothingCounted, recent: listing([], null), threats: listing([], null), loadedAt: 0, failure: null },
};

function after(events: readonly LiveEvent[], before = nothing, team = true): Snapshot {
  return withEvents(before, events, { activeThreatLevel: 8, team, isGone: () => false, now: Date.now() });
}

const stateOf = ({ answer }: Detection) => answer?.state;

describe('with TEAM', () => {
  it('an incident counts once as an active threat, and its detections each in the total', () => {
    const { counters } = after([sighting(1, 1), sighting(2, 1), sighting(3, 2)]);
    expect([counters.total, counters.activeThreats]).toEqual([3, 2]);
    expect(after([sighting(1, 1), sighting(2, 1)], nothing, false).counters.activeThreats).toBe(2);
  });

  it('a sighting below the level does not make its incident an active threat', () => {
    const low = after([sighting(1, 1, { threat_level: 3 })]);
    expect(low.counters.activeThreats).toBe(0);
    expect(after([sighting(2, 1)], low).counters.activeThreats).toBe(1);
  });

  it('closing takes an incident out of the threats and the count, and leaves it in the recent detections', () => {
    const closed = after([answered(1, 'closed', 4)], after([sighting(1, 1), sighting(2, 1), sighting(3, 2)]));
    expect(ids(closed.threats.items)).toEqual([3]);
    expect(closed.counters.activeThreats).toBe(1);
    expect(closed.recent.items.map(stateOf)).toEqual([undefined, 'closed', 'closed']);
  });

  it('the same in one batch, and a later sighting of a closed incident alarms nobody', () => {
    const now = after([sighting(1, 1), answered(1, 'closed', 2), sighting(3, 1, { answer: answer(1, 'closed') })]);
    expect(ids(now.threats.items)).toEqual([]);
    expect(now.counters.activeThreats).toBe(0);
    expect(ids(now.recent.items)).toEqual([3, 1]);
  });

  it('an acknowledged incident stays and counts, reopening a listed one changes nothing else', () => {
    const taken = after([sighting(1, 1), answered(1, 'acknowledged', 2)]);
    expect(taken.threats.items.map(stateOf)).toEqual(['acknowledged']);
    const open = after([answered(1, 'open', 3)], taken);
    expect(open.threats.items.map(stateOf)).toEqual(['open']);
    expect([taken.counters.activeThreats, open.counters.activeThreats]).toEqual([1, 1]);
  });

  it('reopening a closed incident counts it again', () => {
    const closed = after([sighting(1, 1), answered(1, 'closed', 2)]);
    expect(after([answered(1, 'open', 3)], closed).counters.activeThreats).toBe(1);
  });

  it('an answer that the server had counted is not counted again', () => {
    const before = after([sighting(1, 1), sighting(2, 2)]);
    const loaded = { ...before, counters: { ...before.counters, activeThreats: 1, seq: 3 } };
    expect(after([answered(1, 'closed', 3)], loaded).counters.activeThreats).toBe(1);
  });

  it('deleting the last sighting of an incident takes it out of the count', () => {
    const before = after([sighting(1, 1), sighting(2, 1)]);
    const deleted = (id: number, seq: number): LiveEvent => ({ type: 'detection.deleted', data: { id }, seq });
    const one = after([deleted(2, 3)], before);
    expect([one.counters.activeThreats, after([deleted(1, 4)], one).counters.activeThreats]).toEqual([1, 0]);
  });

  it('detections that are of no incident count each', () => {
    expect(after([created(1), created(2)]).counters.activeThreats).toBe(2);
  });
});

it('what somebody has acknowledged or closed is no arrival', () => {
  const arrivals = createArrivals();
  const threats = [undefined, 'open', 'acknowledged', 'closed'] as const;
  arrivals.note(threats.map((state, id) => ({ ...detection(id), ...(state && { answer: answer(1, state) }) })));
  arrivals.stop();
  expect([0, 1, 2, 3].map(arrivals.has)).toEqual([true, true, false, false]);
});
