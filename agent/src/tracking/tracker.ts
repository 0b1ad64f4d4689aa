import { areaOf, type Box, type DetectedObject, iou, overlap } from '../model/objects.ts';
import { assign } from './assign.ts';

export type Track = {
  id: number;
  classId: number;
  box: Box;
  /** The score of the newest box. */
  score: number;
  bestScore: number;
  seenAt: number;
  /** Whether it was detected in each of the last frames; the newest last. */
  history: boolean[];
  /** Velocity of its centre in pixels per millisecond. */
  velocity: { x: number; y: number };
  votes: Map<number, number>;
};

export type TrackerSettings = {
  /** The minimum score of a box that starts a track. */
  threshold: (classId: number) => number;
  /** The length of a track's history in frames. */
  frames: number;
  /** The milliseconds for which a track without a detection is kept. */
  keepMs?: number;
};

const MIN_IOU = 0.15;
/** A swung weapon moves by its own size in SIZE_MS; a box more than MAX_SIZES away is another weapon. */
const SIZE_MS = 200;
const MAX_SIZES = 2.5;
const SPLIT_SHARE = 0.6;
/** A busy machine reads waiting frames in a burst, at shorter intervals than the camera took them. */
const MIN_STEP_MS = 40;

/** ByteTrack's association: boxes with high scores first, then those with low scores for the remaining tracks. */
export function createTracker({ threshold, frames, keepMs = 2_000 }: TrackerSettings) {
  let tracks: Track[] = [];
  let nextId = 1;
  let previousTime = Number.NEGATIVE_INFINITY;

  function pair(
    open: Track[],
    found: DetectedObject[],
    cost: (track: Track, found: DetectedObject) => number,
    at: number,
  ) {
    const columns = assign(open.map((track) => found.map((it) => cost(track, it))));
    const taken = new Set<DetectedObject>();
    const left = open.filter((track, row) => {
      const match = found[columns[row] ?? -1];
      if (!match) return true;
      taken.add(match);
      follow(track, match, at);
      return false;
    });
    return { tracks: left, found: found.filter((it) => !taken.has(it)) };
  }

  return (found: readonly DetectedObject[], time: number): Track[] => {
    // A clock that stops or is set back must not cause an infinite velocity.
    const at = Math.max(time, previousTime + 1);
    previousTime = at;
    tracks = tracks.filter(({ seenAt }) => at - seenAt <= keepMs);
    const predicted = new Map(tracks.map((track) => [track, predict(track, at)]));
    const placeOf = (track: Track) => predicted.get(track) ?? track.box;
    const byOverlap = (track: Track, it: DetectedObject) => {
      const shared = iou(placeOf(track), it.box);
      const minIou = track.classId === it.classId ? MIN_IOU : 0.6;
      return shared < minIou ? Number.POSITIVE_INFINITY : 1 - shared + (track.classId === it.classId ? 0 : 0.5);
    };
    const byDistance = (track: Track, it: DetectedObject) => {
      // A weapon that stops or turns is closer to its last position than to the predicted one.
      const nearest = Math.min(distance(placeOf(track), it.box), distance(track.box, it.box));
      const away = nearest / Math.sqrt(areaOf(track.box) || 1);
      const alike = track.classId === it.classId && sizesAlike(track.box, it.box);
      return alike && away < maxDistance(at - track.seenAt) ? away : Number.POSITIVE_INFINITY;
    };
    const high = found.filter(({ classId, score }) => score >= threshold(classId));
    const low = found.filter(({ classId, score }) => score < threshold(classId));
    const first = pair(tracks, high, byOverlap, at);
    const second = pair(first.tracks, low, byOverlap, at);
    const third = pair(second.tracks, first.found, byDistance, at);
    for (const track of third.tracks) appendHistory(track, false);
    for (const it of third.found) {
      // A partly covered weapon can be detected as two boxes; the second one is not another weapon.
      const isPart = [...predicted].some(
        ([track, place]) => track.classId === it.classId && overlap(place, it.box) > SPLIT_SHARE * areaOf(it.box),
      );
      if (!isPart) tracks.push(begin(it, at));
    }
    return tracks;
  };

  function appendHistory(track: Track, seen: boolean) {
    track.history.push(seen);
    if (track.history.length > frames) track.history.shift();
  }

  function begin({ classId, score, box }: DetectedObject, at: number): Track {
    const votes = new Map([[classId, score]]);
    const velocity = { x: 0, y: 0 };
    return { id: nextId++, classId, box, score, bestScore: score, seenAt: at, history: [true], velocity, votes };
  }

  function follow(track: Track, { classId, score, box }: DetectedObject, at: number) {
    const [was, is] = [centre(track.box), centre(box)];
    const elapsed = Math.max(at - track.seenAt, MIN_STEP_MS);
    const share = track.history.length < 2 ? 1 : 0.4;
    track.velocity.x += share * ((is.x - was.x) / elapsed - track.velocity.x);
    track.velocity.y += share * ((is.y - was.y) / elapsed - track.velocity.y);
    Object.assign(track, { box, score, seenAt: at, bestScore: Math.max(track.bestScore, score) });
    track.votes.set(classId, (track.votes.get(classId) ?? 0) + score);
    track.classId = [...track.votes].reduce((best, it) => (it[1] > best[1] ? it : best))[0];
    appendHistory(track, true);
  }
}

function predict({ box, velocity, seenAt }: Track, at: number): Box {
  const [x, y] = [velocity.x * (at - seenAt), velocity.y * (at - seenAt)];
  return { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y };
}

function centre({ left, top, right, bottom }: Box) {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function distance(a: Box, b: Box) {
  const [from, to] = [centre(a), centre(b)];
  return Math.hypot(from.x - to.x, from.y - to.y);
}

/** The maximum distance that a weapon moves in this time, in multiples of its size. */
function maxDistance(elapsed: number) {
  return Math.min(MAX_SIZES, Math.max(1, elapsed / SIZE_MS));
}

function sizesAlike(a: Box, b: Box) {
  const ratio = areaOf(a) / (areaOf(b) || 1);
  return ratio > 0.4 && ratio < 2.5;
}
