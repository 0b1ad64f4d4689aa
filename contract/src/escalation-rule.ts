import type { IncidentState } from './answer.ts';
import type { EscalationPolicy, EscalationRule, RuleHours } from './escalation.ts';

/** Times are milliseconds since the epoch, of the servers' clock. */
type Millis = number;

/** What the rule looks at in an incident. */
export type Alarm = {
  state: IncidentState;
  /** The highest of its detections. */
  level: number;
  location: string | null;
  device_id: string | null;
  /** Since when nobody has answered: its first report, or when it was reopened. */
  alarm_at: Millis;
  /** When its last report was received. */
  last_report_at: Millis;
  /** When somebody last acknowledged it, closed it or wrote a note. */
  last_action_at: Millis | null;
  /** Its highest level when it was closed. */
  closed_level: number | null;
};

/** A rung by its places in the policy. */
export type RungPlace = { rule: number; rung: number };
export type DueRung = RungPlace & { due_at: Millis };

export type Escalation = {
  /** In the order in which they became due. */
  due: DueRung[];
  /** When the next rung is due; null when none is left. */
  next_at: Millis | null;
  /** Why it must be reopened. */
  reopen: ReopenReason | null;
};

/** `stale`: reports go on after nothing was done for long. `seen_again`: the same after it was closed. `level`: it rose after that. */
export type ReopenReason = 'stale' | 'seen_again' | 'level';

/** What must happen now with an incident. Depends on its arguments alone. */
export function dueRungs(alarm: Alarm, policy: EscalationPolicy, fired: readonly RungPlace[], now: Millis): Escalation {
  const nothing = { due: [], next_at: null };
  if (alarm.state !== 'open') return { ...nothing, reopen: reopenReason(alarm, policy) };
  const rule = policy.rules.findIndex((one) => isFor(one, alarm, policy.time_zone));
  const waiting = (policy.rules[rule]?.rungs ?? [])
    .map(({ after_s }, rung) => ({ rule, rung, due_at: alarm.alarm_at + after_s * 1_000 }))
    .filter(({ rung }) => !fired.some((one) => one.rule === rule && one.rung === rung));
  const due = waiting.filter(({ due_at }) => due_at <= now);
  const later = waiting.filter(({ due_at }) => due_at > now).map(({ due_at }) => due_at);
  return { due, next_at: later.length === 0 ? null : Math.min(...later), reopen: null };
}

function reopenReason(alarm: Alarm, { stale_after_minutes }: EscalationPolicy): ReopenReason | null {
  const { state, level, closed_level, last_report_at, last_action_at } = alarm;
  if (state === 'closed' && closed_level !== null && level > closed_level) return 'level';
  if (last_action_at === null || last_report_at <= last_action_at + stale_after_minutes * 60_000) return null;
  return state === 'closed' ? 'seen_again' : 'stale';
}

function isFor(rule: EscalationRule, alarm: Alarm, timeZone: string): boolean {
  const { min_level, locations, devices, hours } = rule;
  if (alarm.level < min_level) return false;
  if (locations !== undefined && !locations.includes(alarm.location ?? '')) return false;
  if (devices !== undefined && !devices.includes(alarm.device_id ?? '')) return false;
  return hours === undefined || isWithin(hours, alarm.alarm_at, timeZone);
}

/** Whether a moment is in the hours of a rule. What is after midnight belongs to the weekday on which the span began. */
export function isWithin({ weekdays, from, to }: RuleHours, at: Millis, timeZone: string): boolean {
  const { weekday, time } = localTime(at, timeZone);
  if (from < to) return weekdays.includes(weekday) && from <= time && time < to;
  return time >= from ? weekdays.includes(weekday) : time < to && weekdays.includes((weekday + 6) % 7);
}

function localTime(at: Millis, timeZone: string): { weekday: number; time: string } {
  const format = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const parts = new Map(
    new Intl.DateTimeFormat('en-GB', format).formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return {
    weekday: SHORT_WEEKDAYS.indexOf(parts.get('weekday') ?? ''),
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  };
}

const SHORT_WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
