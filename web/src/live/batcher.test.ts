import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COMMIT_EVERY_MS, createBatcher } from './batcher.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('hands the first item over at the next frame', () => {
  const batches: number[][] = [];
  createBatcher<number>((items) => batches.push(items)).push(1);
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(20);
  expect(batches).toEqual([[1]]);
});

it('lets no event wait that comes alone', () => {
  const batches: number[][] = [];
  const batcher = createBatcher<number>((items) => batches.push(items));
  for (let item = 0; item < 20; item += 1) {
    batcher.push(item);
    vi.advanceTimersByTime(20);
  }
  expect(batches).toEqual(Array.from({ length: 20 }, (_, item) => [item]));
});

it('gathers a flood into one commit per period, in order, and loses nothing', () => {
  const batches: number[][] = [];
  const batcher = createBatcher<number>((items) => batches.push(items));
  for (let item = 0; item < 500; item += 1) {
    batcher.push(item);
    vi.advanceTimersByTime(2);
  }
  vi.advanceTimersByTime(COMMIT_EVERY_MS + 20);
  expect(batches.flat()).toEqual(Array.from({ length: 500 }, (_, index) => index));
  // The first few find out how much is coming.
  expect(batches.length).toBeLessThanOrEqual(1_000 / COMMIT_EVERY_MS + 4);
});

it('does not wait for frames in a hidden tab', () => {
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const batches: number[][] = [];
  const batcher = createBatcher<number>((items) => batches.push(items));
  batcher.push(1);
  vi.advanceTimersByTime(1);
  batcher.push(2);
  vi.advanceTimersByTime(COMMIT_EVERY_MS);
  expect(batches).toEqual([[1], [2]]);
});

it('does not wait for frames that never come', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const batches: number[][] = [];
  createBatcher<number>((items) => batches.push(items)).push(1);
  vi.advanceTimersByTime(250);
  expect(batches).toEqual([[1]]);
});

it('says nothing after it was stopped', () => {
  const batches: number[][] = [];
  const batcher = createBatcher<number>((items) => batches.push(items));
  batcher.push(1);
  batcher.stop();
  vi.advanceTimersByTime(1_000);
  expect(batches).toEqual([]);
});
