import type { IncidentEscalated } from '@vedette/contract/stream-event';
import { expect, it } from 'vitest';
import type { LiveEvent } from '../live/live-event.ts';
import { openEscalations } from './open-escalations.ts';

function escalated(incident_id: number, change: Partial<IncidentEscalated> = {}): LiveEvent {
  const place = { rung: 0, title: 'Knife at Pier', threat_level: 8, unanswered_s: 0, late_s: 0 };
  return { type: 'incident.escalated', seq: 1, data: { incident_id, kinds: ['screens'], ...place, ...change } };
}

function answered(incident_id: number, state: 'open' | 'acknowledged' | 'closed'): LiveEvent {
  const nobody = { acknowledged_by: null, acknowledged_at: null, closed_by: null, closed_at: null };
  return { type: 'incident.answered', seq: 1, data: { incident_id, state, ...nobody, verdict: null, note: null } };
}

const idsOf = (events: LiveEvent[]) => openEscalations([], events).map(({ incident_id }) => incident_id);

it('an incident is shown until somebody answers it', () => {
  expect(idsOf([escalated(1), escalated(2)])).toEqual([1, 2]);
  expect(idsOf([escalated(1), escalated(2), answered(1, 'acknowledged'), answered(2, 'open')])).toEqual([2]);
  expect(idsOf([escalated(1), answered(1, 'closed')])).toEqual([]);
});

it('the latest rung of an incident counts, and only those for screens begin', () => {
  const [shown, ...others] = openEscalations(
    [],
    [escalated(1), escalated(2, { kinds: ['webhook'] }), escalated(1, { kinds: ['sound'], unanswered_s: 30 })],
  );
  expect([shown?.unanswered_s, others]).toEqual([30, []]);
});

it('nothing is left of what was merged or deleted', () => {
  expect(idsOf([escalated(2), { type: 'incident.merged', seq: 2, data: { id: 2, into: 1 } }])).toEqual([]);
  expect(idsOf([escalated(2), { type: 'detections.cleared', seq: 2, data: {} }])).toEqual([]);
});
