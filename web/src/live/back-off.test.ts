import { expect, it } from 'vitest';
import { backOff } from './back-off.ts';

it('doubles up to 30 seconds, with a jitter of half of it', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((attempt) => backOff(attempt, 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect(backOff(50, 0)).toBe(15_000);
});
