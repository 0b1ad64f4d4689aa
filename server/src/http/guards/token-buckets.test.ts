import { expect, test } from 'vitest';
import { tokenBuckets } from './token-buckets.ts';

test('a bucket never holds more than its capacity', () => {
  let now = 0;
  const buckets = tokenBuckets({ capacity: 2, perSecond: 2, elapsed: () => now });
  expect(buckets.take('a')).toBe(0);
  now += 60_000;
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 0.5]);
});

test('a clock that is set back takes no tokens', () => {
  let now = 10_000;
  const buckets = tokenBuckets({ capacity: 2, perSecond: 1, elapsed: () => now });
  expect(buckets.take('a')).toBe(0);
  now -= 5_000;
  expect(buckets.take('a')).toBe(0);
  expect(buckets.take('a')).toBe(1);
});

test('a returned token can be taken again, and a bucket never exceeds its capacity', () => {
  const buckets = tokenBuckets({ capacity: 1, perSecond: 1, elapsed: () => 0 });
  expect(buckets.take('a')).toBe(0);
  buckets.giveBack('a');
  buckets.giveBack('a');
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 1]);
});

test('unused keys are dropped, and their buckets are not refilled beyond their due', () => {
  let now = 0;
  const buckets = tokenBuckets({ capacity: 1, perSecond: 1, elapsed: () => now });
  for (let key = 0; key < 20_000; key += 1) buckets.take(`early ${key}`);
  now += 500;
  expect(buckets.take('early 1')).toBe(0.5);
  now += 500;
  expect(buckets.take('early 1')).toBe(0);
});
