import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventLog, LoggedEvent } from './event-log.ts';
import { startTail } from './tail.ts';

const event = (seq: number): LoggedEvent => ({ seq, event: { type: 'detection.deleted', data: { id: seq } } });
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + 1 + index);
const committed = (from: number, to: number) => ({ from, to, events: () => numbers(from, to).map(event) });

/** A tail of a log in memory that starts with two events, and what a subscriber got of it. */
async function openTail() {
  let head = 2;
  const reads: number[] = [];
  const log: EventLog = {
    head: async () => head,
    oldest: async () => 1,
    after: async (seq) => {
      reads.push(seq);
      return { events: numbers(seq, head).map(event), reached: head };
    },
  };
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
  const grow = (to: number) => {
    head = to;
  };
  return { tail, reads, got, watch, grow };
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

test('who begins to watch while the position moves misses nothing', async () => {
  const { tail, got, watch, grow } = await openTail();
  grow(4);
  tail.ring();
  // The head has been asked for, the answer is under way.
  watch();
  await vi.waitFor(() => expect(tail.position()).toBe(4));
  expect(got).toEqual([3, 4]);
});
