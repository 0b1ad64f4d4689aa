import { expect, it } from 'vitest';
import { median, slope } from './slope.ts';

it('finds the slope of a line despite outliers', () => {
  const line = Array.from({ length: 100 }, (_, x) => ({ x, y: 100 + 0.25 * x }));
  const disturbed = line.map((point) => (point.x % 9 === 0 ? { ...point, y: 10_000 } : point));
  expect(slope(disturbed)).toBeCloseTo(0.25, 5);
});

it('finds no growth in a sawtooth around a level', () => {
  expect(slope(Array.from({ length: 100 }, (_, x) => ({ x, y: 200 + (x % 7) })))).toBeCloseTo(0, 2);
});

it('averages the two middle values of an even number of values', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
});
