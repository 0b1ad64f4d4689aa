import { randomUUID } from 'node:crypto';
import { areaOf, type Box, iou } from '../model/objects.ts';
import type { Track } from './tracker.ts';

export type Confirm = { k: number; n: number };

/** A track that was reported, as it is stored for a restart. `seenAt` is wall-clock milliseconds. */
export type ReportedTrack = { trackId: string; classId: number; box: Box; seenAt: number };

/** `trackId`: the same in all reports of one weapon, also after a restart. */
export type DueReport = { track: Track; trackId: string; stillSeen: boolean };

const PREVIOUS_TRACK_MAX_AGE_MS = 30_000;

/** `3/5` */
export function parseConfirm(text: string): Confirm {
  const [k = 0, n = 0] = text.split('/').map(Number);
  if (!(Number.isInteger(k) && Number.isInteger(n) && k >= 1 && k <= n && n <= 100)) {
    throw new Error('must be like 3/5: seen in 3 of 5 frames');
  }
  return { k, n };
}

/**
 * Selects the tracks to report: each once, and again every `stillSeenMs` while it is visible (0: never).
 * @param settings.previousTracks the tracks that the agent's previous run reported
 */
export function createReportPolicy(settings: {
  confirm: Confirm;
  stillSeenMs: number;
  previousTracks: readonly ReportedTrack[];
}) {
  const { confirm, stillSeenMs } = settings;
  const reported = new Map<number, { at: number; wall: number; track: Track; trackId: string }>();
  // Track numbers start at 1 in each run.
  const run = randomUUID().slice(0, 8);
  let previousTracks = [...settings.previousTracks];

  /** Finds and removes the track of the previous run that can be the same weapon. */
  function takePreviousTrack(track: Track, wall: number): ReportedTrack | undefined {
    previousTracks = previousTracks.filter(({ seenAt }) => wall - seenAt <= PREVIOUS_TRACK_MAX_AGE_MS);
    const known = previousTracks.find(({ classId, box }) => classId === track.classId && isNear(box, track.box));
    previousTracks = previousTracks.filter((it) => it !== known);
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
          const known = takePreviousTrack(track, wall);
          const trackId = known?.trackId ?? `${run}-${track.id}`;
          reported.set(track.id, { at: now, wall, track, trackId });
          if (!known) due.push({ track, trackId, stillSeen: false });
        }
      }
      return due;
    },
    reportedTracks: (): ReportedTrack[] => [
      ...[...reported.values()].map(({ wall, track, trackId }) => ({
        ...{ trackId, classId: track.classId, box: track.box, seenAt: wall },
      })),
      ...previousTracks,
    ],
  };
}

/** Whether a weapon can move from one box to the other while the agent restarts. */
function isNear(a: Box, b: Box): boolean {
  if (iou(a, b) > 0.1) return true;
  const away = Math.hypot((a.left + a.right - b.left - b.right) / 2, (a.top + a.bottom - b.top - b.bottom) / 2);
  return away < 2 * Math.sqrt(Math.max(areaOf(a), areaOf(b)));
}
