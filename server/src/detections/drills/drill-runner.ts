import { randomUUID } from 'node:crypto';
import type { Report } from '@vedette/contract/report';
import type { CallingDevice } from '../../http/guards/closed-by-default.ts';
import { DRILL_FRAME } from '../../ingest/drill-frame.ts';
import type { ReportIntake } from '../../ingest/report-intake.ts';
import type { Log } from '../../log.ts';
import type { DetectionWriter } from '../../writer/detection-writer.ts';
import type { DrillStore } from './drills.store.ts';

export type DrillRunner = {
  /** Sends one now. @returns its id */
  run: (device: CallingDevice) => Promise<number>;
  stop: () => Promise<void>;
};

type Parts = {
  store: DrillStore;
  /** A drill takes the way of every report from here on. */
  intake: Pick<ReportIntake, 'receiveDrill'>;
  writer: Pick<DetectionWriter, 'settleDrill'>;
  now: () => number;
  log: Log;
};

const STEP_MS = 1_000;

/** Sends the drills that are due, and notes those that no screen has painted. Every server does; each drill is sent by one. */
export function startDrills({ store, intake, writer, now, log }: Parts): DrillRunner {
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

  function newDrill() {
    const report: Report = {
      event_id: `drill-${randomUUID()}`,
      ...{ weapon_type: 'Drill', confidence: 1, drill: true },
      timestamp: new Date(now()).toISOString(),
    };
    return { report, frame: DRILL_FRAME };
  }

  /** One that fails does not hold up the others: it is missed. */
  async function step() {
    const failures: unknown[] = [];
    const tryTo = (work: Promise<unknown>) => work.catch((error: unknown) => failures.push(error));
    for (const { every_s, next_at, ...device } of await store.due(now())) {
      const due = { at: next_at, next: now() + every_s * 1_000 };
      await tryTo(intake.receiveDrill(device, newDrill(), due));
    }
    for (const id of await store.overdue(now())) await tryTo(writer.settleDrill({ id, at: now(), was: 'missed' }));
    if (failures.length > 0) throw failures[0];
  }

  return {
    run: async (device) => {
      const id = await intake.receiveDrill(device, newDrill());
      if (id === null) throw new Error('A drill that is not scheduled is always sent');
      return id;
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
