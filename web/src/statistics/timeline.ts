import type { Detection } from '@vedette/contract/detection';
import type { TimelineAnswer, TimelineRange } from '@vedette/contract/timeline';
import { formatDay, formatMinute } from '../detections/format.ts';

const stepMs = { minute: 60_000, hour: 3_600_000 } as const;
const DAYS_SHOWN = 30;

/** A time interval and the number of detections in it; `start` in milliseconds. */
export type Bin = { start: number; count: number };

/** One bin for every minute, hour or local day, oldest first, including empty bins. */
export function binsOf(answer: TimelineAnswer): Bin[] {
  return answer.range === 'month' ? dayBins(answer) : stepBins(answer);
}

function stepBins({ from, to, step, points }: TimelineAnswer): Bin[] {
  const size = stepMs[step];
  const first = Date.parse(from);
  const bins = Array.from({ length: Math.round((Date.parse(to) - first) / size) }, (_, place) => ({
    start: first + place * size,
    count: 0,
  }));
  for (const { at, count } of points) {
    const bin = bins[Math.floor((Date.parse(at) - first) / size)];
    if (bin) bin.count += count;
  }
  return bins;
}

/** Days begin at midnight in the browser's time zone, also when daylight saving time changes. */
function dayBins({ to, points }: TimelineAnswer): Bin[] {
  const last = new Date(Date.parse(to) - 1);
  const bins = Array.from({ length: DAYS_SHOWN }, (_, place) => ({
    start: new Date(last.getFullYear(), last.getMonth(), last.getDate() - (DAYS_SHOWN - 1) + place).getTime(),
    count: 0,
  }));
  for (const { at, count } of points) {
    const bin = bins.findLast(({ start }) => start <= Date.parse(at));
    if (bin) bin.count += count;
  }
  return bins;
}

/** Adds these detections to the counts. Detections outside the answer's range are left to the next response. */
export function withDetections(answer: TimelineAnswer, detections: readonly Detection[]): TimelineAnswer {
  const [from, to] = [Date.parse(answer.from), Date.parse(answer.to)];
  const counts = new Map(answer.points.map(({ at, count }) => [Date.parse(at), count]));
  for (const { timestamp } of detections) {
    const at = Date.parse(timestamp);
    if (at < from || at >= to) continue;
    const start = at - (at % stepMs[answer.step]);
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  const points = [...counts].toSorted(([a], [b]) => a - b);
  return { ...answer, points: points.map(([at, count]) => ({ at: new Date(at).toISOString(), count })) };
}

/** The name of a bin: 16:05, 16:00 to 17:00, Fri 20 Nov. */
export function nameOfBin({ start }: Bin, range: TimelineRange): string {
  if (range === 'month') return formatDay(start);
  return range === 'day' ? `${formatMinute(start)} to ${formatMinute(start + stepMs.hour)}` : formatMinute(start);
}
