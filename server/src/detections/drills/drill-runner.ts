import type { Log } from '../../log.ts';
import type { DetectionWriter } from '../../writer/detection-writer.ts';
import { DRILL_FRAME } from './drill-frame.ts';
import type { DrillStore } from './drills.store.ts';

export type DrillRunner = {
  /** Sends one now. @returns its id */
  run: (deviceId: string) => Promise<number>;
  stop: () => Promise<void>;
};

type Parts = {
  store: DrillStore;
  writer: Pick<DetectionWriter, 'drill' | 'settleDrill'>;
  now: () => number;
  log: Log;
};

const STEP_MS = 1_000;

/** Sends the drills that are due, and notes those that no screen has painted. Every server does; each drill is sent by one. */
export function startDrills({ store, writer, now, log }: Parts): DrillRunner {
  let running: Promise<void> | null = null;
  let failing = false;
  const timer = setInterval(() => {
    running ??= step()
      .then(() => {
        failing = false;
      })
      .catch((error: unknown) => {
        if (!failing) log.warn({ err: error }, 'drills cannot be sent; trying again');
        failing = true;
      })
      .finally(() => {
        running = null;
      });
  }, STEP_MS);

  const run = (deviceId: string) => writer.drill({ deviceId, at: now() }, Buffer.from(DRILL_FRAME, 'base64'));

  async function step() {
    for (const deviceId of await store.claimDue(now())) await run(deviceId);
    for (const id of await store.overdue(now())) await writer.settleDrill({ id, at: now(), was: 'missed' });
  }

  return {
    run,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
