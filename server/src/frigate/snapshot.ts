import { setTimeout as pause } from 'node:timers/promises';
import { looksLikeJpeg } from '../frames/jpeg.ts';
import type { Log } from '../log.ts';
import { type FrigateApi, isRefusedByFrigate } from './frigate-api.ts';

/** A guard does not wait longer for a picture. */
const LONGEST_WAIT_MS = 2_000;
const BETWEEN_TRIES_MS = 200;

export type Snapshots = {
  /** Null when there is none in time. */
  of: (eventId: string) => Promise<Buffer | null>;
};

/** Fetches snapshots, which Frigate may have a moment later than the message of their event. */
export function snapshotReader({ api, log }: { api: Pick<FrigateApi, 'snapshot'>; log: Log }): Snapshots {
  let failing = false;

  async function fetchOnce(eventId: string, signal: AbortSignal): Promise<Buffer> {
    const jpeg = await api.snapshot(eventId, signal);
    if (!looksLikeJpeg(jpeg)) throw new Error('The snapshot is no JPEG');
    return jpeg;
  }

  return {
    async of(eventId) {
      const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
      let failure: unknown;
      while (!signal.aborted) {
        try {
          const jpeg = await fetchOnce(eventId, signal);
          failing = false;
          return jpeg;
        } catch (error) {
          // The end of the time says less than what has failed before.
          if (!signal.aborted || failure === undefined) failure = error;
          if (isForbidden(error)) break;
        }
        await pause(BETWEEN_TRIES_MS, undefined, { signal }).catch(() => {});
      }
      if (!failing) log.warn({ err: failure, event: eventId }, 'Frigate gives no snapshot: reported without a picture');
      failing = true;
      return null;
    },
  };
}

/** Another try would be answered the same. */
function isForbidden(error: unknown): boolean {
  return isRefusedByFrigate(error) && (error.status === 401 || error.status === 403);
}
