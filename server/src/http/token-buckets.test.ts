import { expect, test } from 'vitest';
import { tokenBuckets } from './token-buckets.ts';

test('a bucket holds no more than its capacity however long it rests', () => {
  let now = 0;
  const buckets = tokenBuckets({ capacity: 2, perSecond: 2, elapsed: () => now });
  now += 60_000;
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 0.5]);
});

test('a clock that is set back takes nothing away', () => {
  let now = 10_000;
  const buckets = tokenBuckets({ capacity: 2, perSecond: 1, elapsed: () => now });
  expect(buckets.take('a')).toBe(0);
  now -= 5_000;
  expect(buckets.take('a')).toBe(0);
  expect(buckets.take('a')).toBe(1);
});

test('what is given back can be taken again, and never overflows', () => {
  const buckets = tokenBuckets({ capacity: 1, perSecond: 1, elapsed: () => 0 });
  expect(buckets.take('a')).toBe(0);
  buckets.giveBack('a');
  buckets.giveBack('a');
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 1]);
});

test('keys that rest are forgotten, and none of them has more than its due afterwards', () => {
  let now = 0;
  const buckets = tokenBuckets({ capacity: 1, perSecond: 1, elapsed: () => now });
  for (let key = 0; key < 20_000; key += 1) buckets.take(`early ${key}`);
  now += 500;
  expect(buckets.take('early 1')).toBe(0.5);
  now += 500;
  expect(buckets.take('early 1')).toBe(0);
});
