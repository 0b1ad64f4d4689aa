import { expect, test } from 'vitest';
import { type AnsweredAlarm, figuresOf } from './handover.rules.ts';

const SHIFTS = ['14:00', '22:00', '06:00'];
const alarm = (time: string, given: Partial<AnsweredAlarm> = {}): AnsweredAlarm => ({
  origin: 'camera-1',
  first_at: Date.parse(time),
  acknowledged_at: null,
  closed_at: null,
  verdict: null,
  ...given,
});
const after = (time: string, seconds: number) => Date.parse(time) + seconds * 1_000;

test('alarms count by hour of the day and shift in the time zone, over a change to summer time', () => {
  // Berlin is one hour ahead of UTC before 29 March 2026, 01:00 UTC, and two hours after.
  const times = ['2026-03-28T04:59:00Z', '2026-03-28T05:00:00Z', '2026-03-29T04:00:00Z', '2026-03-29T21:59:59Z'];
  const { hours, shifts } = figuresOf(
    times.map((time) => alarm(time)),
    { timeZone: 'Europe/Berlin', shifts: SHIFTS },
  );
  expect(hours.filter(({ alarms }) => alarms > 0).map(({ hour, alarms }) => [hour, alarms])).toEqual([
    [5, 1],
    [6, 2],
    [23, 1],
  ]);
  expect(shifts.map(({ starts, alarms }) => [starts, alarms])).toEqual([
    ['06:00', 2],
    ['14:00', 0],
    ['22:00', 2],
  ]);
});

test('a time zone that is three quarters of an hour off counts to its own hours', () => {
  const figures = figuresOf([alarm('2026-01-01T00:14:00Z'), alarm('2026-01-01T00:15:00Z')], {
    timeZone: 'Asia/Kathmandu',
    shifts: SHIFTS,
  });
  expect(figures.hours.filter(({ alarms }) => alarms > 0)).toEqual([
    { hour: 5, alarms: 1, false_alarms: 0 },
    { hour: 6, alarms: 1, false_alarms: 0 },
  ]);
});

test('median and 90th percentile are of the answered alarms, and a clock that is ahead counts as 0', () => {
  const time = '2026-01-01T12:00:00Z';
  const alarms = [-5, 1, 2, 3, 4, 5, 6, 7, 8, 100].map((seconds) =>
    alarm(time, { acknowledged_at: after(time, seconds), closed_at: after(time, seconds + 60) }),
  );
  const { shifts } = figuresOf([...alarms, alarm(time)], { timeZone: 'UTC', shifts: ['00:00'] });
  expect(shifts).toEqual([
    {
      starts: '00:00',
      ...{ alarms: 11, acknowledged: 10, closed: 10 },
      seen_to_acknowledged: { median_s: 4, p90_s: 8 },
      acknowledged_to_closed: { median_s: 60, p90_s: 60 },
    },
  ]);
});

test('false alarms count by device, most first; drills and tests count nowhere', () => {
  const time = '2026-01-01T12:00:00Z';
  const verdicts = ['false_alarm', 'real', 'drill', 'test', null] as const;
  const alarms = [
    ...verdicts.map((verdict) => alarm(time, { verdict })),
    ...[1, 2].map(() => alarm(time, { origin: '@Pier', verdict: 'false_alarm' })),
  ];
  const { origins, alarms: count } = figuresOf(alarms, { timeZone: 'UTC', shifts: SHIFTS });
  expect(count).toBe(5);
  expect(origins).toEqual([
    { origin: '@Pier', alarms: 2, false_alarms: 2 },
    { origin: 'camera-1', alarms: 3, false_alarms: 1 },
  ]);
});
