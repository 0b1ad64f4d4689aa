import { beforeEach, expect, test, vi } from 'vitest';
import { createPace, WRITE_EVERY_MS } from './pace.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

test('the first event waits for nothing, nor does one that comes a frame after another', () => {
  const pace = createPace();
  expect(pace.waitMs()).toBe(0);
  pace.note(1);
  expect(pace.waitMs()).toBe(16);
  vi.advanceTimersByTime(16);
  expect(pace.waitMs()).toBe(0);
});

test.each([
  { together: 2, waitMs: 20 },
  { together: 3, waitMs: 40 },
  { together: 4, waitMs: WRITE_EVERY_MS },
  { together: 500, waitMs: WRITE_EVERY_MS },
])('after $together together what comes next waits $waitMs ms', ({ together, waitMs }) => {
  const pace = createPace();
  pace.note(together);
  expect(pace.waitMs()).toBe(waitMs);
});
