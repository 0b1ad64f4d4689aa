import { expect, test } from 'vitest';
import { median, quantile } from './quantiles.ts';

test('quantiles use the nearest rank of unordered values', () => {
  const values = [5, 1, 4, 2, 3];
  expect(median(values)).toBe(3);
  expect(quantile(values, 0.99)).toBe(5);
  expect(quantile(values, 0)).toBe(1);
  expect(values).toEqual([5, 1, 4, 2, 3]);
});

test('a quantile of no values is NaN', () => {
  expect(median([])).toBeNaN();
});
