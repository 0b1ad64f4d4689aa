import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { frameBytes } from './new-detection.ts';
import { aReport, asJpeg, type ReportFields } from './reports.ts';

/** The time limit of a device for a response, and its delay before the next attempt. */
const ANSWER_LIMIT_MS = 10_000;
const RETRY_MS = 50;

export type Acknowledged = { id: number; sha256: string };

export type SteadyLoad = {
  /** The acknowledged reports by event id. */
  acknowledged: ReadonlyMap<string, Acknowledged>;
  /** The number of responses by status; 0 stands for no response. */
  statuses: ReadonlyMap<number, number>;
  /** Resolves when `count` reports are acknowledged. */
  reached: (count: number) => Promise<void>;
  /** Stops new reports. Resolves when the pending ones are acknowledged; `abandon` drops them. */
  stop: (how?: 'abandon') => Promise<void>;
};

/**
 * Cameras that report without a pause: each sends its next report when the previous one is acknowledged. A report without
 * a response is repeated with the same event id, as devices do.
 * @param options.address resolves with the address of the server when it listens; `turn` grows with every failed attempt of
 * a camera, which selects among several servers
 */
export function startLoad(options: {
  cameras: number;
  key: string;
  address: (turn: number) => Promise<string>;
}): SteadyLoad {
  const acknowledged = new Map<string, Acknowledged>();
  const statuses = new Map<number, number>();
  let waiting: { count: number; resolve: () => void }[] = [];
  let stopped = false;
  let abandoned = false;

  async function send(
    turn: number,
    sent: { report: ReportFields; frame: Buffer<ArrayBuffer> },
  ): Promise<number | null> {
    const { headers, body } = asJpeg(sent.report, sent.frame);
    const url = `${await options.address(turn)}/api/ingest/detections`;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${options.key}` },
        body,
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      const { detection_id } = (await answer.json()) as { detection_id?: number };
      count(answer.status);
      return answer.ok && detection_id !== undefined ? detection_id : null;
    } catch {
      count(0);
      return null;
    }
  }

  function count(status: number) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  async function reportOn(camera: number) {
    let turn = camera;
    while (!stopped) {
      const event_id = randomUUID();
      const frame = frameBytes(20_000 + Math.floor(Math.random() * 100_000));
      const report = aReport({ event_id, timestamp: new Date().toISOString() });
      let id = await send(turn, { report, frame });
      while (id === null && !abandoned) {
        turn += 1;
        await pause(RETRY_MS);
        id = await send(turn, { report, frame });
      }
      if (id === null) return;
      acknowledged.set(event_id, { id, sha256: createHash('sha256').update(frame).digest('hex') });
      for (const { count, resolve } of waiting) if (acknowledged.size >= count) resolve();
      waiting = waiting.filter(({ count }) => acknowledged.size < count);
    }
  }

  const cameras = Promise.all(Array.from({ length: options.cameras }, (_, camera) => reportOn(camera)));
  return {
    acknowledged,
    statuses,
    reached: (count) => new Promise((resolve) => waiting.push({ count, resolve })),
    stop: async (how) => {
      stopped = true;
      abandoned = how === 'abandon';
      await cameras;
    },
  };
}
