import { setTimeout as pause } from 'node:timers/promises';
import { looksLikeJpeg } from '../frames/jpeg.ts';
import type { Log } from '../log.ts';
import { type FrigateApi, isRefusedByFrigate } from './frigate-api.ts';

/** Guards must not wait longer for a report. */
const LIMIT_MS = 2_000;
const RETRY_MS = 200;

export type Snapshots = {
  /** Resolves to null when there is no snapshot within the limit. */
  of: (eventId: string) => Promise<Buffer | null>;
};

/** Fetches snapshots, which Frigate may save a moment after it publishes the event. */
export function snapshotReader({ api, log }: { api: Pick<FrigateApi, 'snapshot'>; log: Log }): Snapshots {
  let isFailureLogged = false;

  async function fetchOnce(eventId: string, signal: AbortSignal): Promise<Buffer> {
    const jpeg = await api.snapshot(eventId, signal);
    if (!looksLikeJpeg(jpeg)) throw new Error('The snapshot is no JPEG');
    return jpeg;
  }

  return {
    async of(eventId) {
      const signal = AbortSignal.timeout(LIMIT_MS);
      let failure: unknown;
      while (!signal.aborted) {
        try {
          const jpeg = await fetchOnce(eventId, signal);
          isFailureLogged = false;
          return jpeg;
        } catch (error) {
          // An earlier error says more than the timeout.
          if (!signal.aborted || failure === undefined) failure = error;
          if (isForbidden(error)) break;
        }
        await pause(RETRY_MS, undefined, { signal }).catch(() => {});
      }
      if (!isFailureLogged)
        log.warn({ err: failure, event: eventId }, 'Frigate gives no snapshot: reported without a picture');
      isFailureLogged = true;
      return null;
    },
  };
}

/** Whether a retry would get the same answer. */
function isForbidden(error: unknown): boolean {
  return isRefusedByFrigate(error) && (error.status === 401 || error.status === 403);
}
