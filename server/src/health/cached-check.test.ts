import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cachedCheck } from './cached-check.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('concurrent and immediately following calls share one check', async () => {
  const check = vi.fn(async () => {});
  const runCheck = cachedCheck({ check, elapsed: () => performance.now() });
  expect(await Promise.all([runCheck(), runCheck(), runCheck()])).toEqual([null, null, null]);
  vi.advanceTimersByTime(999);
  await runCheck();
  expect(check).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await runCheck();
  expect(check).toHaveBeenCalledTimes(2);
});

test('a failed check has its own error, until the next check succeeds', async () => {
  const check = vi.fn(async () => {});
  check.mockRejectedValueOnce(new Error('the disk is gone'));
  const runCheck = cachedCheck({ check, elapsed: () => performance.now() });
  expect((await runCheck())?.message).toBe('the disk is gone');
  vi.advanceTimersByTime(1_000);
  expect(await runCheck()).toBe(null);
});

test('a check without an answer fails after two seconds, and is not started again while it runs', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const check = vi.fn(() => answered);
  const runCheck = cachedCheck({ check, elapsed: () => performance.now() });
  for (let poll = 0; poll < 5; poll += 1) {
    const result = runCheck();
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await result)?.message).toBe('no answer within 2000 ms');
  }
  expect(check).toHaveBeenCalledTimes(1);
  const result = runCheck();
  answer();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await result).toBe(null);
});
