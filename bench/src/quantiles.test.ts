import { expect, test } from 'vitest';
import { median, quantile } from './quantiles.ts';

test('quantiles go by nearest rank, whatever the order', () => {
  const values = [5, 1, 4, 2, 3];
  expect(median(values)).toBe(3);
  expect(quantile(values, 0.99)).toBe(5);
  expect(quantile(values, 0)).toBe(1);
  expect(values).toEqual([5, 1, 4, 2, 3]);
});

test('nothing measured is not a number, rather than a good one', () => {
  expect(median([])).toBeNaN();
});
