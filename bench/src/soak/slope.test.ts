import { expect, it } from 'vitest';
import { median, slope } from './slope.ts';

it('finds the growth of a line that outliers lie far away from', () => {
  const line = Array.from({ length: 100 }, (_, x) => ({ x, y: 100 + 0.25 * x }));
  const disturbed = line.map((point) => (point.x % 9 === 0 ? { ...point, y: 10_000 } : point));
  expect(slope(disturbed)).toBeCloseTo(0.25, 5);
});

it('calls a level flat however it saws', () => {
  expect(slope(Array.from({ length: 100 }, (_, x) => ({ x, y: 200 + (x % 7) })))).toBeCloseTo(0, 2);
});

it('takes the middle of an even number of values', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
});
