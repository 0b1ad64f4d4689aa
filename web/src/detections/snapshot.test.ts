import type { Detection } from '@vedette/contract/detection';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../live/live-event.ts';
import { nothingCounted } from './counters.ts';
import { KEEP_AT_MOST, listing, withOlder } from './listing.ts';
import { type Snapshot, withEvents } from './snapshot.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');

function detection(id: number, more: Partial<Detection> = {}): Detection {
  return {
    id,
    detection_id: id,
    weapon_type: 'Pistol',
    confidence: 91,
    threat_level: 9,
    timestamp: new Date(NOON - 60_000 + id).toISOString(),
    received_at: new Date(NOON - 60_000 + id).toISOString(),
    location: 'North Gate',
    device: 'Camera 1',
    device_id: '1',
    source: 'device',
    description: null,
    officer_name: null,
    detection_frame_data: null,
    has_binary_jpeg: true,
    jpeg_endpoint: `/api/detections/${id}/jpeg`,
    frame_url: null,
    box: null,
    track_id: null,
    model: null,
    annotated: false,
    ...more,
  };
}

function snapshot(items: Detection[], { more = false } = {}): Snapshot {
  const threats = items.filter(({ threat_level }) => threat_level >= 8);
  return {
    counters: { ...nothingCounted, total: items.length, activeThreats: threats.length, lastHour: items.length },
    recent: listing(items, more ? 'next' : null),
    threats: listing(threats, more ? 'next' : null),
    loadedAt: NOON,
    failure: null,
  };
}

const created = (data: Detection): LiveEvent => ({ type: 'detection.created', data });
const deleted = (id: number): LiveEvent => ({ type: 'detection.deleted', data: { id } });
const cleared: LiveEvent = { type: 'detections.cleared', data: {} };

function apply(before: Snapshot, events: LiveEvent[], gone: number[] = []): Snapshot {
  return withEvents(before, events, {
    activeThreatLevel: 8,
    team: false,
    isGone: (id) => gone.includes(id),
    now: NOON,
  });
}

const ids = ({ items }: { items: readonly Detection[] }) => items.map(({ id }) => id);

describe('a created detection', () => {
  it('changes the counts of its weapon type and of its bucket, and a deleted one changes them back', () => {
    const after = apply(snapshot([]), [created(detection(1)), created(detection(2, { threat_level: 5 }))]);
    expect(after.counters.byWeaponType).toEqual({ Pistol: 2 });
    expect(after.counters.byThreatLevel).toEqual({ high: 1, medium: 1, low: 0 });
    const less = apply(after, [deleted(1), deleted(2)]);
    expect(less.counters.byWeaponType).toEqual({ Pistol: 0 });
    expect(less.counters.byThreatLevel).toEqual({ high: 0, medium: 0, low: 0 });
  });

  it('is first, counted, and a threat from the active level on', () => {
    const after = apply(snapshot([detection(1)]), [created(detection(2)), created(detection(3, { threat_level: 7 }))]);
    expect(ids(after.recent)).toEqual([3, 2, 1]);
    expect(ids(after.threats)).toEqual([2, 1]);
    expect(after.counters).toMatchObject({ total: 3, activeThreats: 2, lastHour: 3 });
  });

  it('is sorted by its own time', () => {
    const late = detection(9, { timestamp: new Date(NOON - 60_000 + 1.5).toISOString() });
    const older = detection(8, { timestamp: new Date(NOON - 90_000).toISOString() });
    expect(ids(apply(snapshot([detection(5), detection(1)]), [created(late), created(older)]).recent)).toEqual([
      5, 9, 1, 8,
    ]);
  });

  it('of the same millisecond is ordered by id', () => {
    const at = new Date(NOON).toISOString();
    const events = [2, 4, 3].map((id) => created(detection(id, { timestamp: at })));
    expect(ids(apply(snapshot([]), events).recent)).toEqual([4, 3, 2]);
  });

  it('arrives once, also when its event is repeated', () => {
    const again = apply(snapshot([detection(1)]), [
      created(detection(1)),
      created(detection(2)),
      created(detection(2)),
    ]);
    expect(ids(again.recent)).toEqual([2, 1]);
    expect(again.counters.total).toBe(2);
  });

  it('counts for the last hour only when its time is in the last hour', () => {
    const old = detection(2, { timestamp: new Date(NOON - 61 * 60_000).toISOString() });
    expect(apply(snapshot([detection(1)]), [created(old)]).counters).toMatchObject({
      total: 2,
      activeThreats: 2,
      lastHour: 1,
    });
    const ahead = detection(2, { timestamp: new Date(NOON + 1).toISOString() });
    const withAhead = apply(snapshot([detection(1)]), [created(ahead)]);
    expect(withAhead.counters).toMatchObject({ total: 2, lastHour: 1 });
    expect(apply(withAhead, [deleted(2)]).counters).toMatchObject({ total: 1, lastHour: 1 });
  });

  it('older than the end of an incomplete list is left to the next page', () => {
    const old = detection(2, { timestamp: new Date(NOON - 90_000).toISOString() });
    const after = apply(snapshot([detection(5)], { more: true }), [created(old)]);
    expect(ids(after.recent)).toEqual([5]);
    expect(after.counters.total).toBe(2);
  });
});

describe('a deleted detection', () => {
  it('is removed from both lists and the counters', () => {
    const after = apply(snapshot([detection(2), detection(1)]), [deleted(2)]);
    expect(ids(after.recent)).toEqual([1]);
    expect(ids(after.threats)).toEqual([1]);
    expect(after.counters).toMatchObject({ total: 1, activeThreats: 1, lastHour: 1 });
  });

  it('is subtracted once', () => {
    expect(apply(snapshot([detection(2), detection(1)]), [deleted(2), deleted(2)]).counters.total).toBe(1);
  });

  it('that is not listed does not change the counters', () => {
    expect(apply(snapshot([detection(1)], { more: true }), [deleted(77)]).counters.total).toBe(1);
  });

  it('that only the history shows is subtracted, and added again when the deletion fails', () => {
    const before = snapshot([detection(8), detection(9)], { more: true });
    const old = detection(1, { threat_level: 9 });
    const around = { activeThreatLevel: 8, team: false, isGone: () => false, now: NOON };
    const hidden = withEvents(before, [deleted(1)], { ...around, alsoCounted: old });
    expect([hidden.counters.total, hidden.counters.activeThreats]).toEqual([1, 1]);
    const back = apply(hidden, [created(old)]);
    expect([back.counters.total, back.counters.activeThreats]).toEqual([2, 2]);
    expect(back.recent).toEqual(before.recent);
  });

  it('stays deleted when an older event or a late load contains it', () => {
    expect(ids(apply(snapshot([]), [deleted(3), created(detection(3))]).recent)).toEqual([]);
    expect(ids(apply(snapshot([]), [created(detection(3))], [3]).recent)).toEqual([]);
  });

  it('never makes a counter negative', () => {
    const empty = { ...snapshot([detection(1)]), counters: nothingCounted };
    expect(apply(empty, [deleted(1)]).counters).toMatchObject({ total: 0, activeThreats: 0, lastHour: 0 });
  });
});

describe('clearing', () => {
  it('empties lists and counters, but keeps later events', () => {
    const events = [created(detection(3)), cleared, created(detection(4))];
    const after = apply(snapshot([detection(2), detection(1)], { more: true }), events);
    expect(ids(after.recent)).toEqual([4]);
    expect(ids(after.threats)).toEqual([4]);
    expect(after.threats.older).toEqual({ kind: 'none' });
    expect(after.counters).toMatchObject({ total: 1, activeThreats: 1, lastHour: 1 });
  });
});

describe('a long list', () => {
  const many = (count: number, first = 1) =>
    Array.from({ length: count }, (_, index) => detection(first + count - 1 - index));

  it('keeps the newest and records that it is incomplete', () => {
    const after = apply(snapshot(many(KEEP_AT_MOST), { more: true }), [
      created(detection(9_001)),
      created(detection(9_002)),
    ]);
    expect(after.recent.items).toHaveLength(KEEP_AT_MOST);
    expect(ids(after.recent).slice(0, 3)).toEqual([9_002, 9_001, KEEP_AT_MOST]);
    expect(after.recent.older).toEqual({ kind: 'cut' });
    expect(after.counters.total).toBe(KEEP_AT_MOST + 2);
  });

  it('keeps as many as the guard scrolled to', () => {
    const scrolled = withOlder(listing(many(400, 401), 'next'), listing(many(400), null));
    const before = { ...snapshot([]), recent: scrolled };
    expect(apply(before, [created(detection(9_001))]).recent.items).toHaveLength(800);
  });

  it('lists a detection once that a page repeats', () => {
    const joined = withOlder(listing(many(3, 3), 'next'), listing(many(3), null));
    expect(ids(joined)).toEqual([5, 4, 3, 2, 1]);
    expect(joined.older).toEqual({ kind: 'none' });
  });
});
