import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBatcher, HELD_AT_MOST_MS, MAX_INTERVAL_MS } from './batcher.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function aBatcher() {
  const batches: number[][] = [];
  const batcher = createBatcher<number>((items) => batches.push(items));
  return { batches, batcher };
}

it('delivers items of the same moment together, at once', () => {
  const { batches, batcher } = aBatcher();
  batcher.push(1);
  batcher.push(2);
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(batches).toEqual([[1, 2]]);
});

it('delivers a single item without waiting', () => {
  const { batches, batcher } = aBatcher();
  for (let item = 0; item < 20; item += 1) {
    batcher.push(item);
    vi.advanceTimersByTime(20);
    expect(batches.at(-1)).toEqual([item]);
  }
});

it('delivers at most once per frame', () => {
  const { batches, batcher } = aBatcher();
  for (let item = 0; item < 3; item += 1) {
    batcher.push(item);
    vi.advanceTimersByTime(5);
  }
  expect(batches).toEqual([[0]]);
  vi.advanceTimersByTime(20);
  expect(batches).toEqual([[0], [1, 2]]);
});

it('delivers once per interval under load, in order, and loses nothing', () => {
  const { batches, batcher } = aBatcher();
  for (let item = 0; item < 500; item += 1) {
    batcher.push(item);
    vi.advanceTimersByTime(2);
  }
  vi.advanceTimersByTime(MAX_INTERVAL_MS + 20);
  expect(batches.flat()).toEqual(Array.from({ length: 500 }, (_, index) => index));
  // The interval grows with the first few deliveries.
  expect(batches.length).toBeLessThanOrEqual(1_000 / MAX_INTERVAL_MS + 4);
});

it('delivers nothing while it is held, and everything afterwards', () => {
  const { batches, batcher } = aBatcher();
  batcher.hold('input', 100);
  batcher.push(1);
  vi.advanceTimersByTime(99);
  batcher.push(2);
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(batches).toEqual([[1, 2]]);
});

it('uses the latest hold of a reason', () => {
  const { batches, batcher } = aBatcher();
  batcher.push(1);
  batcher.hold('input', 900);
  vi.advanceTimersByTime(50);
  batcher.hold('input', 10);
  vi.advanceTimersByTime(10);
  expect(batches).toEqual([[1]]);
});

it('is held by input and by a view until both have ended', () => {
  const { batches, batcher } = aBatcher();
  batcher.push(1);
  batcher.hold('view', 900);
  batcher.hold('input', 0);
  vi.advanceTimersByTime(50);
  expect(batches).toEqual([]);
  batcher.hold('input', 20);
  batcher.hold('view', 0);
  vi.advanceTimersByTime(19);
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(batches).toEqual([[1]]);
});

it.each(['input', 'view'] as const)('is held for a limited time by %s', (reason) => {
  const { batches, batcher } = aBatcher();
  batcher.push(1);
  for (let held = 0; held < HELD_AT_MOST_MS; held += 50) {
    expect(batches).toEqual([]);
    batcher.hold(reason, 500);
    vi.advanceTimersByTime(50);
  }
  expect(batches).toEqual([[1]]);
});

it('delivers nothing after it was stopped', () => {
  const { batches, batcher } = aBatcher();
  batcher.push(1);
  batcher.push(2);
  vi.advanceTimersByTime(0);
  batcher.push(3);
  batcher.stop();
  vi.advanceTimersByTime(1_000);
  expect(batches).toEqual([[1, 2]]);
});
