import { beforeEach, expect, test, vi } from 'vitest';
import { createPublishThrottle, MAX_INTERVAL_MS, SINGLE_EVENTS, SINGLE_WRITES } from './publish-throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

const one = { events: 1, streams: 1 };

test('publishes events at once while no more than 500 come in a second', () => {
  const throttle = createPublishThrottle();
  for (let event = 0; event < 1_000; event += 1) {
    expect(throttle.waitMs()).toBe(0);
    throttle.notePublished(one);
    vi.advanceTimersByTime(2.1);
  }
});

test('publishes one chunk per interval while more come', () => {
  const throttle = createPublishThrottle();
  for (let event = 0; event < SINGLE_EVENTS; event += 1) {
    expect(throttle.waitMs()).toBe(0);
    throttle.notePublished(one);
  }
  expect(throttle.waitMs()).toBe(MAX_INTERVAL_MS);
  vi.advanceTimersByTime(MAX_INTERVAL_MS);
  expect(throttle.waitMs()).toBe(0);
  throttle.notePublished({ events: 500, streams: 1 });
  expect(throttle.waitMs()).toBe(MAX_INTERVAL_MS);
});

test('publishes less often to very many streams', () => {
  const throttle = createPublishThrottle();
  throttle.notePublished({ events: 1, streams: SINGLE_WRITES });
  expect(throttle.waitMs()).toBe(MAX_INTERVAL_MS);
});
