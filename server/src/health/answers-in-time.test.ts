import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answersInTime } from './answers-in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('many who ask at once and soon after share one answer', async () => {
  const check = vi.fn(async () => {});
  const ask = answersInTime({ check, elapsed: () => performance.now() });
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([null, null, null]);
  vi.advanceTimersByTime(999);
  await ask();
  expect(check).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await ask();
  expect(check).toHaveBeenCalledTimes(2);
});

test('what was wrong is told in its own words, and forgotten when it is over', async () => {
  const check = vi.fn(async () => {});
  check.mockRejectedValueOnce(new Error('the disk is gone'));
  const ask = answersInTime({ check, elapsed: () => performance.now() });
  expect((await ask())?.message).toBe('the disk is gone');
  vi.advanceTimersByTime(1_000);
  expect(await ask()).toBe(null);
});

test('silence is an answer after two seconds, and a silent part is asked once, however often somebody asks', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const check = vi.fn(() => answered);
  const ask = answersInTime({ check, elapsed: () => performance.now() });
  for (let poll = 0; poll < 5; poll += 1) {
    const asked = ask();
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await asked)?.message).toBe('no answer within 2000 ms');
  }
  expect(check).toHaveBeenCalledTimes(1);
  const asked = ask();
  answer();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await asked).toBe(null);
});
