import { expect, onTestFinished, test, vi } from 'vitest';
import { committed, eventLogInMemory } from '../../test/event-log-in-memory.ts';
import { startTail } from './tail.ts';

/** A tail of a log in memory that starts with two events, and what a subscriber got of it. */
async function openTail() {
  const { log, reads, grow } = eventLogInMemory();
  const asked = vi.spyOn(log, 'head');
  const tail = await startTail({
    log,
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(() => tail.stop());
  const got: number[] = [];
  const watch = () =>
    tail.subscribe(({ bytes }) => {
      for (const [, seq] of bytes.toString().matchAll(/^id: (\d+)$/gm)) got.push(Number(seq));
    });
  return { tail, reads, asked, got, watch, grow };
}

test('what comes next is handed on without reading it again', async () => {
  const { tail, reads, got, watch, grow } = await openTail();
  watch();
  grow(5);
  tail.append(committed(2, 5));
  expect(got).toEqual([3, 4, 5]);
  expect(tail.position()).toBe(5);
  expect(reads).toEqual([]);
});

test('what another server committed in between is read from the log, and nothing is told twice', async () => {
  const { tail, got, watch, grow } = await openTail();
  watch();
  grow(6);
  tail.append(committed(4, 6));
  // Committed while the log is being read: the reading may have it already.
  tail.append(committed(6, 7));
  grow(7);
  await vi.waitFor(() => expect(tail.position()).toBe(7));
  expect(got).toEqual([3, 4, 5, 6, 7]);
});

test('nothing is read or encoded while nobody watches', async () => {
  const { tail, reads, got, watch, grow } = await openTail();
  const events = vi.fn(() => []);
  grow(3);
  tail.append({ from: 2, to: 3, events });
  grow(9);
  tail.ring();
  await vi.waitFor(() => expect(tail.position()).toBe(9));
  expect(events).not.toHaveBeenCalled();
  expect(reads).toEqual([]);
  watch();
  grow(10);
  tail.append(committed(9, 10));
  expect(got).toEqual([10]);
});

test('nor is the log asked while nobody watches: what is told is enough', async () => {
  const { tail, asked, got, watch, grow } = await openTail();
  asked.mockClear();
  grow(9);
  tail.heard(5);
  expect(tail.position()).toBe(5);
  tail.append(committed(7, 9));
  expect(tail.position()).toBe(9);
  tail.heard(7);
  expect(tail.position()).toBe(9);
  expect(asked).not.toHaveBeenCalled();
  watch();
  grow(12);
  tail.heard(12);
  await vi.waitFor(() => expect(got).toEqual([10, 11, 12]));
});

test('who begins to watch while the position moves misses nothing', async () => {
  const { tail, got, watch, grow } = await openTail();
  grow(4);
  tail.ring();
  // The head has been asked for, the answer is under way.
  watch();
  await vi.waitFor(() => expect(tail.position()).toBe(4));
  expect(got).toEqual([3, 4]);
});

test('who waits for a number goes on when it has been handed on, watched or not', async () => {
  const { tail, got, watch, grow } = await openTail();
  await tail.reached(2);
  grow(5);
  await tail.reached(5);
  watch();
  grow(7);
  await tail.reached(6);
  expect([tail.position(), got]).toEqual([7, [6, 7]]);
});
