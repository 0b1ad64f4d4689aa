import { expect, test } from 'vitest';
import { isScheduled, parseSchedule } from '../../src/tracking/schedule.ts';
import { isWatched, parsePolygons } from '../../src/tracking/zones.ts';

const frame = { width: 1_000, height: 500 };
const at = (x: number, y: number) => ({
  left: x * 1_000 - 10,
  top: y * 500 - 10,
  right: x * 1_000 + 10,
  bottom: y * 500 + 10,
});

test('a box is watched when its centre is in a concave zone', () => {
  // The zone is an L without the upper right quarter.
  const watch = parsePolygons('0,0 0.5,0 0.5,0.5 1,0.5 1,1 0,1');
  const inside = (x: number, y: number) => isWatched(at(x, y), frame, { watch, ignore: [] });
  expect([inside(0.25, 0.25), inside(0.75, 0.75), inside(0.25, 0.75), inside(0.75, 0.25)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('without zones everything is watched, and ignored zones override watched ones', () => {
  const half = parsePolygons('0,0 0.5,0 0.5,1 0,1');
  const corner = parsePolygons('0,0 0.2,0 0.2,0.2 0,0.2; 0.9,0.9 1,0.9 1,1');
  expect(isWatched(at(0.9, 0.1), frame, { watch: [], ignore: [] })).toBe(true);
  expect(isWatched(at(0.1, 0.1), frame, { watch: half, ignore: corner })).toBe(false);
  expect(isWatched(at(0.4, 0.1), frame, { watch: half, ignore: corner })).toBe(true);
  expect(isWatched(at(0.9, 0.1), frame, { watch: half, ignore: corner })).toBe(false);
});

test.each(['0,0 1,1', '0,0 1,1 2,0', '0,0 1 1,0', 'a,b c,d e,f'])('zone %s is refused', (text) => {
  expect(() => parsePolygons(text)).toThrow('is no polygon of three corners or more');
});

test.each([
  // 23 November 2026 is a Monday.
  ['mo-fr 08:00-18:00', '2026-11-23T08:00', true],
  ['mo-fr 08:00-18:00', '2026-11-23T18:00', false],
  ['mo-fr 08:00-18:00', '2026-11-22T12:00', false],
  ['sa 20:00-04:00', '2026-11-22T03:59', true],
  ['sa 20:00-04:00', '2026-11-22T04:00', false],
  ['sa 20:00-04:00', '2026-11-21T19:59', false],
  ['fr-mo 00:00-24:00', '2026-11-22T23:59', true],
  ['fr-mo 00:00-24:00', '2026-11-24T00:00', false],
  ['mo 06:00-07:00, mo 20:00-21:00', '2026-11-23T20:30', true],
  ['', '2026-11-23T03:00', true],
])('schedule "%s" at %s: %s', (text, time, expected) => {
  expect(isScheduled(parseSchedule(text), new Date(time))).toBe(expected);
});

test.each(['mo', 'xx 08:00-18:00', 'mo 08:00-25:00', 'mo 08:00-08:00', 'mo 8-18'])('schedule %s is refused', (text) => {
  expect(() => parseSchedule(text)).toThrow('is not like mo-fr 08:00-18:00');
});
