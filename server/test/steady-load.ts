import { createHash, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { frameBytes } from './new-detection.ts';
import { aReport, asJpeg } from './reports.ts';

export type Acknowledged = { id: number; sha256: string };

export type SteadyLoad = {
  /** Every acknowledged report, by its event id. */
  acknowledged: ReadonlyMap<string, Acknowledged>;
  /** Resolves once so many are acknowledged. */
  reached: (count: number) => Promise<void>;
  /** No new reports. Resolves when those under way are acknowledged; `abandon` leaves them be. */
  stop: (how?: 'abandon') => Promise<void>;
};

/**
 * Cameras that report without a pause, each its next report when the last one is acknowledged. What is not answered is
 * sent again under the same event id, as devices do.
 * @param options.address resolves with where the server is, as soon as it is there
 */
export function startLoad(options: { cameras: number; key: string; address: () => Promise<string> }): SteadyLoad {
  const acknowledged = new Map<string, Acknowledged>();
  let waiting: { count: number; resolve: () => void }[] = [];
  let stopped = false;
  let abandoned = false;

  async function send(report: ReturnType<typeof aReport>, frame: Buffer<ArrayBuffer>): Promise<number | null> {
    const { headers, body } = asJpeg(report, frame);
    const url = `${await options.address()}/api/ingest/detections`;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${options.key}` },
        body,
      });
      const { detection_id } = (await answer.json()) as { detection_id?: number };
      return answer.ok && detection_id !== undefined ? detection_id : null;
    } catch {
      return null;
    }
  }

  async function reportOn() {
    while (!stopped) {
      const event_id = randomUUID();
      const frame = frameBytes(20_000 + Math.floor(Math.random() * 100_000));
      const report = aReport({ event_id, timestamp: new Date().toISOString() });
      let id = await send(report, frame);
      while (id === null && !abandoned) {
        await setImmediate();
        id = await send(report, frame);
      }
      if (id === null) return;
      acknowledged.set(event_id, { id, sha256: createHash('sha256').update(frame).digest('hex') });
      for (const { count, resolve } of waiting) if (acknowledged.size >= count) resolve();
      waiting = waiting.filter(({ count }) => acknowledged.size < count);
    }
  }

  const cameras = Promise.all(Array.from({ length: options.cameras }, reportOn));
  return {
    acknowledged,
    reached: (count) => new Promise((resolve) => waiting.push({ count, resolve })),
    stop: async (how) => {
      stopped = true;
      abandoned = how === 'abandon';
      await cameras;
    },
  };
}
