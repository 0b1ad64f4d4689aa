import { beforeEach, expect, test, vi } from 'vitest';
import { createPublishThrottle, MAX_INTERVAL_MS } from './publish-throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

test('publishes the first event at once, and one that comes a frame after another', () => {
  const throttle = createPublishThrottle();
  expect(throttle.waitMs()).toBe(0);
  throttle.notePublished(1);
  expect(throttle.waitMs()).toBe(16);
  vi.advanceTimersByTime(16);
  expect(throttle.waitMs()).toBe(0);
});

test.each([
  { events: 2, waitMs: 20 },
  { events: 3, waitMs: 40 },
  { events: 4, waitMs: MAX_INTERVAL_MS },
  { events: 500, waitMs: MAX_INTERVAL_MS },
])('waits $waitMs ms after a chunk of $events events', ({ events, waitMs }) => {
  const throttle = createPublishThrottle();
  throttle.notePublished(events);
  expect(throttle.waitMs()).toBe(waitMs);
});
