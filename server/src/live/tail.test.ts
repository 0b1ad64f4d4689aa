import { expect, onTestFinished, test, vi } from 'vitest';
import { committed, eventLogInMemory, numbers } from '../../test/event-log-in-memory.ts';
import { WRITE_EVERY_MS } from './pace.ts';
import { startTail } from './tail.ts';

const failAll = (error: unknown) => {
  throw error;
};

/** Timers come due only when the test says so. */
function stopTheClock() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

/** A tail of a log in memory that starts with two events, and what a subscriber got of it. */
async function openTail({ onError = failAll }: { onError?: (error: unknown) => void } = {}) {
  const { log, reads, grow } = eventLogInMemory();
  const asked = vi.spyOn(log, 'head');
  const tail = await startTail({ log, onError });
  onTestFinished(() => tail.stop());
  const got: number[] = [];
  /** How many events came in each chunk. */
  const together: number[] = [];
  const watch = () =>
    tail.subscribe(({ bytes }) => {
      const seqs = [...bytes.toString().matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq));
      got.push(...seqs);
      together.push(seqs.length);
    });
  /** Committed by this server, one by one, and told at once. */
  const pourIn = (from: number, to: number) => {
    for (let seq = from; seq < to; seq += 1) {
      grow(seq + 1);
      tail.append(committed(seq, seq + 1));
    }
  };
  return { tail, log, reads, asked, got, together, watch, grow, pourIn };
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
  // More at once than would be handed on.
  tail.append(committed(9, 700));
  expect(tail.position()).toBe(700);
  expect(asked).not.toHaveBeenCalled();
  watch();
  grow(703);
  tail.heard(703);
  await vi.waitFor(() => expect(got).toEqual([701, 702, 703]));
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

test('what comes alone is handed on at once, what pours in together, and soon', async () => {
  stopTheClock();
  const { reads, got, together, watch, pourIn } = await openTail();
  watch();
  pourIn(2, 3);
  expect(got).toEqual([3]);
  vi.advanceTimersByTime(WRITE_EVERY_MS);
  pourIn(3, 4);
  expect(got).toEqual([3, 4]);
  pourIn(4, 40);
  expect(got).toEqual([3, 4]);
  vi.advanceTimersByTime(WRITE_EVERY_MS);
  expect(got.at(-1)).toBe(40);
  pourIn(40, 80);
  expect(got.at(-1)).toBe(40);
  vi.advanceTimersByTime(WRITE_EVERY_MS);
  expect(together).toEqual([1, 1, 36, 40]);
  expect(reads).toEqual([]);
});

test('what another server commits while events are gathered comes after them, and nothing is told twice', async () => {
  const { tail, got, watch, grow, pourIn } = await openTail();
  watch();
  pourIn(2, 30);
  expect(got).toEqual([3]);
  grow(31);
  tail.heard(31);
  pourIn(31, 35);
  await vi.waitFor(() => expect(tail.position()).toBe(35));
  expect(got).toEqual(numbers(2, 35));
  pourIn(35, 36);
  await vi.waitFor(() => expect(got.at(-1)).toBe(36));
});

test('what is gathered for somebody who leaves is not told to who comes later', async () => {
  stopTheClock();
  const { tail, got, watch, grow, pourIn } = await openTail();
  const leave = watch();
  pourIn(2, 10);
  leave();
  grow(20);
  tail.heard(20);
  tail.heard(15);
  expect(tail.position()).toBe(20);
  watch();
  vi.advanceTimersByTime(2 * WRITE_EVERY_MS);
  expect(tail.position()).toBe(20);
  pourIn(20, 21);
  expect(got).toEqual([3, 21]);
});

test('who comes while events are gathered is told them, too', async () => {
  const { tail, got, watch, pourIn } = await openTail();
  const leave = watch();
  pourIn(2, 10);
  const position = tail.position();
  leave();
  watch();
  await vi.waitFor(() => expect(tail.position()).toBe(10));
  expect(got).toEqual([3, ...numbers(position, 10)]);
});

test('a flood that is told by other servers is read together, too', async () => {
  stopTheClock();
  const { tail, log, reads, together, watch, grow } = await openTail();
  const readAtOnce = log.after;
  vi.spyOn(log, 'after').mockImplementation(async (...asked) => {
    const answer = await readAtOnce(...asked);
    await new Promise((resolve) => setTimeout(resolve, 3));
    return answer;
  });
  watch();
  for (let seq = 3; seq <= 102; seq += 1) {
    grow(seq);
    tail.heard(seq);
    await vi.advanceTimersByTimeAsync(2);
  }
  await vi.advanceTimersByTimeAsync(2 * WRITE_EVERY_MS);
  expect(together.reduce((sum, count) => sum + count)).toBe(100);
  // In 200 ms of it: one alone, some while it is found out, then one in 50 ms.
  expect(reads.length).toBeLessThanOrEqual(8);
});

test('more than is handed on at a time is left to the log, and read from it in pieces', async () => {
  const { tail, reads, got, together, watch, grow } = await openTail();
  watch();
  grow(1_302);
  tail.append(committed(2, 3));
  for (let seq = 3; seq < 1_302; seq += 1) tail.append(committed(seq, seq + 1));
  await vi.waitFor(() => expect(tail.position()).toBe(1_302));
  expect(got).toEqual(numbers(2, 1_302));
  expect(Math.max(...together)).toBe(500);
  expect(reads).toEqual([3, 503, 1_003]);
});

test('what was gathered while the log could not be read is handed on all the same', async () => {
  const onError = vi.fn();
  const { tail, log, got, watch, pourIn } = await openTail({ onError });
  watch();
  pourIn(2, 3);
  const outage = new Error('the database does not answer');
  vi.spyOn(log, 'after').mockRejectedValueOnce(outage);
  tail.ring();
  pourIn(3, 8);
  await vi.waitFor(() => expect(got).toEqual(numbers(2, 8)));
  expect(onError).toHaveBeenCalledExactlyOnceWith(outage);
});

test('nothing is handed on after the end', async () => {
  stopTheClock();
  const { tail, got, watch, grow, pourIn } = await openTail();
  watch();
  pourIn(2, 8);
  grow(20);
  tail.heard(20);
  const ended = tail.stop();
  await vi.advanceTimersByTimeAsync(2 * WRITE_EVERY_MS);
  await ended;
  expect(got).toEqual([3]);
});

test('what cannot be told as it was committed is reported, and told as the log has it', async () => {
  const onError = vi.fn();
  const { tail, got, watch, grow, pourIn } = await openTail({ onError });
  watch();
  pourIn(2, 3);
  const fault = new Error('of the one event that cannot be told');
  const events = () => {
    throw fault;
  };
  grow(5);
  tail.append({ from: 3, to: 4, events });
  tail.append(committed(4, 5));
  await vi.waitFor(() => expect(got).toEqual([3, 4, 5]));
  expect(onError).toHaveBeenCalledExactlyOnceWith(fault);
});
