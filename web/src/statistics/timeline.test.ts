import type { Detection } from '@vedette/contract/detection';
import type { TimelineAnswer } from '@vedette/contract/timeline';
import { describe, expect, it } from 'vitest';
import { binsOf, withDetections } from './timeline.ts';

const hour: TimelineAnswer = {
  success: true,
  range: 'hour',
  step: 'minute',
  from: '2026-11-20T11:01:00.000Z',
  to: '2026-11-20T12:01:00.000Z',
  points: [
    { at: '2026-11-20T11:01:00.000Z', count: 2 },
    { at: '2026-11-20T12:00:00.000Z', count: 5 },
  ],
  timestamp: '2026-11-20T12:00:31.000Z',
};

const detectedAt = (timestamp: string) => ({ timestamp }) as Detection;
const counts = (answer: TimelineAnswer) => binsOf(answer).map(({ count }) => count);

describe('the last hour', () => {
  it('has a bin for every minute, empty ones too', () => {
    expect(counts(hour)).toHaveLength(60);
    expect(counts(hour).at(0)).toBe(2);
    expect(counts(hour).at(30)).toBe(0);
    expect(counts(hour).at(-1)).toBe(5);
  });

  it('grows with a detection in its own minute', () => {
    expect(counts(withDetections(hour, [detectedAt('2026-11-20T12:00:59.999Z')])).at(-1)).toBe(6);
    expect(counts(withDetections(hour, [detectedAt('2026-11-20T11:31:07.000Z')])).at(30)).toBe(1);
  });

  it('does not count detections outside of it', () => {
    const outside = [detectedAt('2026-11-20T12:01:00.000Z'), detectedAt('2026-11-20T11:00:59.999Z')];
    expect(counts(withDetections(hour, outside))).toEqual(counts(hour));
  });
});

describe('the last 30 days', () => {
  const month: TimelineAnswer = { ...hour, range: 'month', step: 'hour', to: '2026-11-20T13:00:00.000Z', points: [] };
  const local = (day: number, hourOfDay: number) => new Date(2026, 10, day, hourOfDay).toISOString();

  it("adds hours to days in the reader's time zone, up to today", () => {
    const points = [
      { at: local(19, 0), count: 1 },
      { at: local(19, 23), count: 2 },
      { at: local(20, 0), count: 4 },
    ];
    const bins = binsOf({ ...month, points, to: local(20, 13) });
    expect(bins).toHaveLength(30);
    expect(bins.slice(-2).map(({ count }) => count)).toEqual([3, 4]);
    expect(bins.at(-1)?.start).toBe(new Date(2026, 10, 20).getTime());
  });

  it('omits hours before the first whole day', () => {
    const bins = binsOf({
      ...month,
      points: [{ at: new Date(2026, 9, 21, 22).toISOString(), count: 9 }],
      to: local(20, 13),
    });
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(0);
  });
});
