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

  const frame = () => Buffer.from(DRILL_FRAME, 'base64');

  /** One that fails does not hold up the others: it is missed. */
  async function step() {
    const failures: unknown[] = [];
    const tryTo = (work: Promise<unknown>) => work.catch((error: unknown) => failures.push(error));
    for (const { device_id, every_s, next_at } of await store.due(now())) {
      const due = { at: next_at, next: now() + every_s * 1_000 };
      await tryTo(writer.drill({ deviceId: device_id, at: now(), due }, frame()));
    }
    for (const id of await store.overdue(now())) await tryTo(writer.settleDrill({ id, at: now(), was: 'missed' }));
    if (failures.length > 0) throw failures[0];
  }

  return {
    run: async (deviceId) => {
      const id = await writer.drill({ deviceId, at: now() }, frame());
      if (id === null) throw new Error('A drill that is not scheduled is always sent');
      return id;
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
