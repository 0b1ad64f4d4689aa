import { randomUUID } from 'node:crypto';
import { areaOf, type Box, iou } from '../model/objects.ts';
import type { Track } from './tracker.ts';

export type Confirm = { k: number; n: number };

/** A reported track, as stored for a restart; wall-clock milliseconds. */
export type Remembered = { trackId: string; classId: number; box: Box; seenAt: number };

/** `trackId`: the same in all reports of one weapon, also after a restart. */
export type DueReport = { track: Track; trackId: string; stillSeen: boolean };

const REMEMBERED_MS = 30_000;

/** `3/5` */
export function parseConfirm(text: string): Confirm {
  const [k = 0, n = 0] = text.split('/').map(Number);
  if (!(Number.isInteger(k) && Number.isInteger(n) && k >= 1 && k <= n && n <= 100)) {
    throw new Error('must be like 3/5: seen in 3 of 5 frames');
  }
  return { k, n };
}

/** Selects the tracks that are due: each once, and again every `stillSeenMs` while it is visible (0: never). */
export function createReportPolicy(settings: { confirm: Confirm; stillSeenMs: number; before: readonly Remembered[] }) {
  const { confirm, stillSeenMs } = settings;
  const reported = new Map<number, { at: number; wall: number; track: Track; trackId: string }>();
  // Track numbers begin at 1 in each run.
  const run = randomUUID().slice(0, 8);
  let before = [...settings.before];

  /** Finds the track that was reported before the restart, while it can still be the same weapon. */
  function takeReportedBefore(track: Track, wall: number): Remembered | undefined {
    before = before.filter(({ seenAt }) => wall - seenAt <= REMEMBERED_MS);
    const known = before.find(({ classId, box }) => classId === track.classId && isNear(box, track.box));
    before = before.filter((it) => it !== known);
    return known;
  }

  return {
    /** @param now monotonic  @param wall milliseconds since the epoch */
    decide: (tracks: readonly Track[], now: number, wall: number): DueReport[] => {
      const alive = new Set(tracks.map(({ id }) => id));
      for (const id of reported.keys()) if (!alive.has(id)) reported.delete(id);
      const due: DueReport[] = [];
      for (const track of tracks) {
        if (track.history.at(-1) !== true) continue;
        const last = reported.get(track.id);
        if (last) {
          last.wall = wall;
          if (stillSeenMs === 0 || now - last.at < stillSeenMs) continue;
          last.at = now;
          due.push({ track, trackId: last.trackId, stillSeen: true });
        } else if (track.history.filter(Boolean).length >= confirm.k) {
          const known = takeReportedBefore(track, wall);
          const trackId = known?.trackId ?? `${run}-${track.id}`;
          reported.set(track.id, { at: now, wall, track, trackId });
          if (!known) due.push({ track, trackId, stillSeen: false });
        }
      }
      return due;
    },
    remembered: (): Remembered[] => [
      ...[...reported.values()].map(({ wall, track, trackId }) => ({
        ...{ trackId, classId: track.classId, box: track.box, seenAt: wall },
      })),
      ...before,
    ],
  };
}

/** Whether the distance between two boxes is possible during a restart of the agent. */
function isNear(a: Box, b: Box): boolean {
  if (iou(a, b) > 0.1) return true;
  const away = Math.hypot((a.left + a.right - b.left - b.right) / 2, (a.top + a.bottom - b.top - b.bottom) / 2);
  return away < 2 * Math.sqrt(Math.max(areaOf(a), areaOf(b)));
}
