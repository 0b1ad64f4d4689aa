import { expect, test } from 'vitest';
import { createReportPolicy, parseConfirm, type ReportedTrack } from '../../src/tracking/report-policy.ts';
import { createTracker } from '../../src/tracking/tracker.ts';

const FRAME_MS = 100;

function weapon(left: number, { classId = 0, score = 0.9, top = 100 } = {}) {
  return { classId, score, box: { left, top, right: left + 60, bottom: top + 40 } };
}

/** Plays frames, each a list of detections; returns the frame and the track of each report. */
function play(
  frames: readonly ReturnType<typeof weapon>[][],
  { k = 3, n = 5, stillSeenMs = 0, previousTracks = [] as ReportedTrack[], wall = 0 } = {},
) {
  const track = createTracker({ threshold: () => 0.5, frames: n });
  const policy = createReportPolicy({ confirm: { k, n }, stillSeenMs, previousTracks });
  const reports: { frame: number; track: number; stillSeen: boolean }[] = [];
  for (const [frame, found] of frames.entries()) {
    const time = frame * FRAME_MS;
    for (const it of policy.decide(track(found, time), time, wall + time)) {
      reports.push({ frame, track: it.track.id, stillSeen: it.stillSeen });
    }
  }
  return { reports, reportedTracks: policy.reportedTracks() };
}

test.each([
  ['xxx', '3/5', 2],
  ['xx', '3/5', null],
  ['x.x.x', '3/5', 4],
  ['x..x..x..x', '3/5', null],
  ['xx...x', '3/5', null],
  ['.xx.x', '3/5', 4],
  ['x', '1/1', 0],
  ['xxxx', '5/5', null],
  ['xxxxx', '5/5', 4],
])('detections %s with confirm %s are reported in frame %s', (seen, confirm, expected) => {
  const frames = [...seen].map((it) => (it === 'x' ? [weapon(100)] : []));
  expect(play(frames, parseConfirm(confirm)).reports[0]?.frame ?? null).toBe(expected);
});

test('a fast weapon and a still one keep their tracks when they cross', () => {
  const frames = Array.from({ length: 20 }, (_, at) => [weapon(at * 30), weapon(300, { classId: 1 })]);
  expect(play(frames).reports.map(({ track }) => track)).toEqual([1, 2]);
});

test('a weapon keeps its track when a busy machine reads the frames in bursts', () => {
  const track = createTracker({ threshold: () => 0.5, frames: 5 });
  const policy = createReportPolicy({ confirm: { k: 3, n: 5 }, stillSeenMs: 0, previousTracks: [] });
  // Ten frames a second; each five are read within 5 ms, after half a second without any.
  const readAt = (frame: number) => Math.floor(frame / 5) * 500 + (frame % 5);
  const reports = Array.from({ length: 40 }, (_, frame) =>
    policy.decide(track([weapon(100 + frame * 12)], readAt(frame)), readAt(frame), readAt(frame)),
  );
  expect(reports.flat().map(({ track: { id } }) => id)).toEqual([1]);
});

test('a weapon keeps its track when it is hidden for half a second, but not for three seconds', () => {
  const framesHiddenFor = (hidden: number) =>
    Array.from({ length: 60 }, (_, at) => (at >= 10 && at < 10 + hidden ? [] : [weapon(100 + at * 5)]));
  expect(play(framesHiddenFor(5)).reports).toHaveLength(1);
  expect(play(framesHiddenFor(30)).reports).toHaveLength(2);
});

test('a box with a low score extends a track but does not start one', () => {
  expect(play(Array.from({ length: 10 }, () => [weapon(100, { score: 0.3 })])).reports).toEqual([]);
  const fading = Array.from({ length: 40 }, (_, at) => [
    weapon(100 + at * 3, { score: at < 3 || at > 30 ? 0.9 : 0.2 }),
  ]);
  expect(play(fading).reports).toHaveLength(1);
});

test('a weapon that stays is reported again after the configured time', () => {
  const frames = Array.from({ length: 31 }, () => [weapon(100)]);
  expect(play(frames).reports).toHaveLength(1);
  const again = play(frames, { stillSeenMs: 1_000 }).reports;
  expect(again.map(({ frame, stillSeen }) => [frame, stillSeen])).toEqual([
    [2, false],
    [12, true],
    [22, true],
  ]);
});

test('after a restart the same weapon is not reported again, but another class or place is', () => {
  const frames = Array.from({ length: 5 }, () => [weapon(100)]);
  const { reportedTracks } = play(frames, { wall: 1_000_000 });
  const restart = (it: ReturnType<typeof weapon>, wall: number) =>
    play(
      Array.from({ length: 5 }, () => [it]),
      { previousTracks: reportedTracks, wall },
    ).reports.length;
  expect(restart(weapon(120), 1_005_000)).toBe(0);
  expect(restart(weapon(120, { classId: 1 }), 1_005_000)).toBe(1);
  expect(restart(weapon(600), 1_005_000)).toBe(1);
  expect(restart(weapon(120), 1_060_000)).toBe(1);
});

test.each(['0/5', '6/5', '3', '3/101', 'a/b', '1.5/3'])('confirm %s is refused', (text) => {
  expect(() => parseConfirm(text)).toThrow('must be like 3/5');
});
