import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COMMIT_EVERY_MS, createBatcher } from './batcher.ts';

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

it('hands over together what came together, at once', () => {
  const { batches, batcher } = aBatcher();
  batcher.push(1);
  batcher.push(2);
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(batches).toEqual([[1, 2]]);
});

it('lets no event wait that comes alone', () => {
  const { batches, batcher } = aBatcher();
  for (let item = 0; item < 20; item += 1) {
    batcher.push(item);
    vi.advanceTimersByTime(20);
    expect(batches.at(-1)).toEqual([item]);
  }
});

it('hands over no more often than a screen draws', () => {
  const { batches, batcher } = aBatcher();
  for (let item = 0; item < 3; item += 1) {
    batcher.push(item);
    vi.advanceTimersByTime(5);
  }
  expect(batches).toEqual([[0]]);
  vi.advanceTimersByTime(20);
  expect(batches).toEqual([[0], [1, 2]]);
});

it('gathers a flood into one commit per period, in order, and loses nothing', () => {
  const { batches, batcher } = aBatcher();
  for (let item = 0; item < 500; item += 1) {
    batcher.push(item);
    vi.advanceTimersByTime(2);
  }
  vi.advanceTimersByTime(COMMIT_EVERY_MS + 20);
  expect(batches.flat()).toEqual(Array.from({ length: 500 }, (_, index) => index));
  // The first few find out how much is coming.
  expect(batches.length).toBeLessThanOrEqual(1_000 / COMMIT_EVERY_MS + 4);
});

it('says nothing after it was stopped', () => {
  const { batches, batcher } = aBatcher();
  batcher.push(1);
  batcher.stop();
  vi.advanceTimersByTime(1_000);
  expect(batches).toEqual([]);
});
