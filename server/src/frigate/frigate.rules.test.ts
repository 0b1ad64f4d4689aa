import { expect, test } from 'vitest';
import { reportOf, sightingFromList, sightingFromMessage } from './frigate.rules.ts';
import { isListedEvent, trackedObjectIn } from './frigate-messages.ts';

const TRACKED = {
  id: '1607123955.475377-mxklsc',
  camera: 'front_door',
  label: 'knife',
  start_time: 1_607_123_955.475377,
  end_time: null,
  top_score: 0.958984375,
  false_positive: false,
  entered_zones: [],
  frame_time: 1_607_123_962.082975,
  box: [320, 180, 480, 270],
};
const DETECT = { width: 640, height: 360 };
const WHOLE = { width: 1_280, height: 720 };

type Options = { changes?: object; snapshots?: object; picture?: { width: number; height: number } | null };

/** Makes the report of a message. */
function reported({ changes = {}, snapshots = {}, picture = WHOLE }: Options) {
  const tracked = trackedObjectIn({ type: 'new', before: {}, after: { ...TRACKED, ...changes } });
  const sighting = tracked && sightingFromMessage(tracked);
  if (!sighting) return null;
  return reportOf({
    ...{ sighting, as: { weaponType: 'Knife', threatLevel: undefined }, place: null, picture },
    setup: { detect: DETECT, snapshots },
  });
}

/** Makes the report of an event in the list. */
function listed(changes: object, place: string | null = null) {
  const { box: _, ...event } = TRACKED;
  const entry: unknown = { ...event, top_score: null, false_positive: null, zones: [], end_time: 1, ...changes };
  const sighting = isListedEvent(entry) ? sightingFromList(entry) : null;
  if (sighting === null) return null;
  return reportOf({
    ...{ sighting, as: { weaponType: 'Knife', threatLevel: 9 }, place, picture: WHOLE },
    setup: { detect: DETECT },
  });
}

const BOX = { left: 0.5, top: 0.5, width: 0.25, height: 0.25 };

test('a message becomes a report', () => {
  expect(reported({})).toEqual({
    event_id: 'frigate:1607123955.475377-mxklsc',
    weapon_type: 'Knife',
    confidence: 0.958984375,
    timestamp: '2020-12-04T23:19:15.475Z',
    location: 'front_door',
    track_id: '1607123955.475377-mxklsc',
  });
});

test('the report has the box of the snapshot or none', () => {
  expect(reported({ changes: { snapshot: { box: [320, 180, 480, 270] }, box: [0, 0, 9, 9] } })?.box).toEqual(BOX);
  // Frigate before 0.14 publishes only the time of its snapshot.
  expect(reported({ changes: { snapshot_time: TRACKED.frame_time } })?.box).toEqual(BOX);
  expect(reported({ changes: { snapshot_time: TRACKED.frame_time - 1 } })?.box).toBeUndefined();
  expect(reported({ changes: { snapshot: null } })?.box).toBeUndefined();
});

test('a box is omitted when the picture does not show the whole detect stream, and otherwise clipped to the picture', () => {
  const snapshot = { box: [-5, 180, 700, 270] };
  expect(reported({ changes: { snapshot } })?.box).toEqual({ left: 0, top: 0.5, width: 1, height: 0.25 });
  expect(reported({ changes: { snapshot }, picture: { width: 300, height: 300 } })?.box).toBeUndefined();
  expect(reported({ changes: { snapshot }, picture: null })?.box).toBeUndefined();
  expect(reported({ changes: { snapshot: { box: [700, 0, 800, 10] } } })?.box).toBeUndefined();
});

test('a snapshot into which Frigate drew the box is marked as annotated', () => {
  const ended = { end_time: 1_607_123_970 };
  expect(reported({ changes: ended })?.annotated).toBe(true);
  expect(reported({ changes: ended, snapshots: { bounding_box: false } })?.annotated).toBeUndefined();
  expect(reported({ changes: ended, picture: null })?.annotated).toBeUndefined();
});

test('an event in the list becomes a report', () => {
  const data = { box: [0.5, 0.5, 0.25, 0.25], top_score: 0.8, score: 0.7, type: 'object' };
  expect(listed({ data, zones: ['yard', 'drive way'] }, 'Gate 3')).toMatchObject({
    ...{ confidence: 0.8, threat_level: 9, location: 'Gate 3 (yard, drive way)', box: BOX, annotated: true },
  });
  // Frigate before 0.13.
  expect(listed({ top_score: 0.6, false_positive: false })).toMatchObject({ confidence: 0.6 });
  expect(listed({ false_positive: true })).toBeNull();
});

test('values out of range are clamped or omitted', () => {
  expect(reported({ changes: { top_score: 1.5 } })?.confidence).toBe(1);
  expect(reported({ changes: { top_score: -1 } })?.confidence).toBe(0);
  expect(reported({ changes: { top_score: null, score: 0.5 } })?.confidence).toBe(0.5);
  expect(reported({ changes: { entered_zones: ['a\u0000b', '<b>', 'yard'] } })?.location).toBe('front_door (yard)');
  const zones = Array.from({ length: 40 }, (_, index) => `zone-${index}`);
  expect(reported({ changes: { entered_zones: zones } })?.location).toBe('front_door');
  expect(reported({ changes: { id: 'x'.repeat(100) } })?.track_id).toBeUndefined();
});

test.each<[string, object]>([
  ['an id with a path traversal', { id: '../config' }],
  ['an id that begins with a dot', { id: '..' }],
  ['an id that is too long', { id: 'x'.repeat(101) }],
  ['an id with a query', { id: 'a?b' }],
  ['a camera with a slash', { camera: 'a/b' }],
  ['a camera that is not a string', { camera: 7 }],
  ['no start', { start_time: undefined }],
  ['a negative start', { start_time: -1 }],
  ['a start that is too large', { start_time: 1e300 }],
  ['no false_positive flag', { false_positive: null }],
  ['a box of three sides', { box: [1, 2, 3] }],
])('a message with %s is invalid', (_case, changes) => {
  expect(reported({ changes })).toBeNull();
});
