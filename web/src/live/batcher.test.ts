import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NO_FRAME_MS } from './after-paint.ts';
import { COMMIT_EVERY_MS, createBatcher, HELD_AT_MOST_MS } from './batcher.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, FRAME_MS));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const FRAME_MS = 16;

function aBatcher() {
  const batches: number[][] = [];
  const batcher = createBatcher<number>((items) => batches.push(items));
  return { batches, batcher };
}

/** Two have been handed over together, and two more wait. */
function aBatcherInFlood() {
  const { batches, batcher } = aBatcher();
  batcher.push(1);
  batcher.push(2);
  vi.advanceTimersByTime(0);
  expect(batches).toEqual([[1, 2]]);
  batcher.push(3);
  batcher.push(4);
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

it('hands over what pours in behind a frame, and lets no single event wait for one', () => {
  const drawn: number[][] = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) =>
    setTimeout(() => {
      drawn.push(batches.flat());
      draw();
    }, FRAME_MS),
  );
  const { batches, batcher } = aBatcherInFlood();
  expect(drawn).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(drawn).toEqual([[1, 2]]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
  batcher.push(5);
  vi.advanceTimersByTime(0);
  expect(drawn).toHaveLength(1);
  expect(batches.at(-1)).toEqual([5]);
});

it('waits for no frame in a window that draws none', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const { batches } = aBatcherInFlood();
  vi.advanceTimersByTime(NO_FRAME_MS + 20);
  expect(batches.at(-1)).toEqual([3, 4]);
});

it('asks for no frame in a hidden tab', () => {
  const asks = vi.fn();
  vi.stubGlobal('requestAnimationFrame', asks);
  vi.stubGlobal('document', { hidden: true });
  const { batches } = aBatcherInFlood();
  vi.advanceTimersToNextTimer();
  expect(batches.at(-1)).toEqual([3, 4]);
  expect(asks).not.toHaveBeenCalled();
});

it('hands nothing over while it is held, and then all of it', () => {
  const { batches, batcher } = aBatcher();
  batcher.hold('hand', 100);
  batcher.push(1);
  vi.advanceTimersByTime(99);
  batcher.push(2);
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(batches).toEqual([[1, 2]]);
});

it('is let go by the latest word', () => {
  const { batches, batcher } = aBatcher();
  batcher.push(1);
  batcher.hold('hand', 900);
  vi.advanceTimersByTime(50);
  batcher.hold('hand', 10);
  vi.advanceTimersByTime(10);
  expect(batches).toEqual([[1]]);
});

it('is held by the hand and by the view, until both have let go', () => {
  const { batches, batcher } = aBatcher();
  batcher.push(1);
  batcher.hold('view', 900);
  batcher.hold('hand', 0);
  vi.advanceTimersByTime(50);
  expect(batches).toEqual([]);
  batcher.hold('hand', 20);
  batcher.hold('view', 0);
  vi.advanceTimersByTime(19);
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(batches).toEqual([[1]]);
});

it.each(['hand', 'view'] as const)('cannot be held for ever by the %s', (what) => {
  const { batches, batcher } = aBatcher();
  batcher.push(1);
  for (let held = 0; held < HELD_AT_MOST_MS; held += 50) {
    expect(batches).toEqual([]);
    batcher.hold(what, 500);
    vi.advanceTimersByTime(50);
  }
  expect(batches).toEqual([[1]]);
});

it('cannot be held for ever while it waits for a frame, either', () => {
  const { batches, batcher } = aBatcherInFlood();
  for (let held = 0; held < HELD_AT_MOST_MS + 2 * NO_FRAME_MS; held += 10) {
    batcher.hold('hand', 500);
    vi.advanceTimersByTime(10);
  }
  expect(batches.at(-1)).toEqual([3, 4]);
});

it.each([
  ['while it gathers', 0],
  ['while it waits for a frame', FRAME_MS + 10],
])('says nothing after it was stopped %s', (_, ms) => {
  const { batches, batcher } = aBatcherInFlood();
  vi.advanceTimersByTime(ms);
  batcher.stop();
  vi.advanceTimersByTime(1_000);
  expect(batches).toEqual([[1, 2]]);
});
