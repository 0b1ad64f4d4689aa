import type { Answer } from '@vedette/contract/answer';
import type { AnswerFigures, Outcome } from '@vedette/contract/handover';

export function outcomeOf(answer: Pick<Answer, 'state' | 'verdict'> | undefined): Outcome {
  if (answer === undefined || answer.state === 'open') return 'open';
  if (answer.state === 'acknowledged') return 'acknowledged';
  return answer.verdict ?? 'no_verdict';
}

/** An alarm and its answer; times in milliseconds since the epoch. */
export type AnsweredAlarm = {
  origin: string;
  first_at: number;
  acknowledged_at: number | null;
  closed_at: number | null;
  verdict: Answer['verdict'];
};

type Figures = Omit<AnswerFigures, 'success' | 'devices'> & {
  origins: { origin: string; alarms: number; false_alarms: number }[];
};

/** @param shifts the times of the day at which shifts begin, as HH:MM in the time zone */
export function figuresOf(
  alarms: readonly AnsweredAlarm[],
  { timeZone, shifts }: { timeZone: string; shifts: readonly string[] },
): Figures {
  const minuteOf = minutesOfDay(timeZone);
  const origins = new Map<string, { origin: string; alarms: number; false_alarms: number }>();
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, alarms: 0, false_alarms: 0 }));
  const starts = shifts.map((time) => ({ time, minute: minuteIn(time) })).sort((a, b) => a.minute - b.minute);
  const ofShift = new Map(starts.map(({ time }) => [time, [] as AnsweredAlarm[]]));
  const counted = alarms.filter(({ verdict }) => verdict !== 'drill' && verdict !== 'test');
  for (const alarm of counted) {
    const isFalse = Number(alarm.verdict === 'false_alarm');
    const minute = minuteOf(alarm.first_at);
    const origin = origins.get(alarm.origin) ?? { origin: alarm.origin, alarms: 0, false_alarms: 0 };
    origins.set(alarm.origin, origin);
    for (const count of [origin, hours[Math.floor(minute / 60)]]) {
      if (count === undefined) continue;
      count.alarms += 1;
      count.false_alarms += isFalse;
    }
    // Before the first start of a day it is still the last shift of the day before.
    const shift = starts.findLast(({ minute: start }) => start <= minute) ?? starts.at(-1);
    if (shift !== undefined) ofShift.get(shift.time)?.push(alarm);
  }
  return {
    alarms: counted.length,
    origins: [...origins.values()].sort((a, b) => b.false_alarms - a.false_alarms || b.alarms - a.alarms),
    hours,
    shifts: [...ofShift].map(([time, own]) => ({ starts: time, ...figuresOfShift(own) })),
  };
}

function figuresOfShift(alarms: readonly AnsweredAlarm[]) {
  const acknowledged = alarms.filter(({ acknowledged_at }) => acknowledged_at !== null);
  const closed = alarms.filter(({ closed_at }) => closed_at !== null);
  return {
    alarms: alarms.length,
    acknowledged: acknowledged.length,
    closed: closed.length,
    seen_to_acknowledged: spread(
      acknowledged.map(({ first_at, acknowledged_at }) => (acknowledged_at ?? 0) - first_at),
    ),
    acknowledged_to_closed: spread(
      closed.flatMap(({ acknowledged_at, closed_at }) =>
        acknowledged_at === null || closed_at === null ? [] : closed_at - acknowledged_at,
      ),
    ),
  };
}

/** Median and 90th percentile in seconds, by the nearest rank; a device's clock that is ahead counts as 0. */
function spread(durations: readonly number[]): { median_s: number; p90_s: number } | null {
  if (durations.length === 0) return null;
  const sorted = durations.map((ms) => Math.max(0, ms) / 1_000).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { median_s: at(0.5), p90_s: at(0.9) };
}

const STEP_MS = 15 * 60_000;

/** The minute of the day in a time zone. All zones are whole quarters of an hour from UTC, so that one answer serves a quarter. */
function minutesOfDay(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const known = new Map<number, number>();
  return (at) => {
    const step = Math.floor(at / STEP_MS);
    const start = known.get(step) ?? minuteIn(format.format(step * STEP_MS));
    known.set(step, start);
    return start + Math.floor((at - step * STEP_MS) / 60_000);
  };
}

function minuteIn(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
