import type { TimelineRange } from '@vedette/contract/timeline';
import { STEP_MS, type TimeStep } from '../detections.store.ts';

export type Timeline = { step: TimeStep; from: number; to: number };

const SHAPES: Record<TimelineRange, { step: TimeStep; steps: number }> = {
  hour: { step: 'minute', steps: 60 },
  day: { step: 'hour', steps: 24 },
  month: { step: 'hour', steps: 30 * 24 },
};

/** A range in whole steps; the last one is the current step. */
export function timelineUntil(now: number, range: TimelineRange): Timeline {
  const { step, steps } = SHAPES[range];
  const to = (Math.floor(now / STEP_MS[step]) + 1) * STEP_MS[step];
  return { step, from: to - steps * STEP_MS[step], to };
}
