import { expect, onTestFinished, test, vi } from 'vitest';
import { committed, eventLogInMemory, numbers } from '../../test/data/event-log-in-memory.ts';
import { followEventLog } from './event-log-follower.ts';
import { createPublishThrottle, MAX_INTERVAL_MS } from './publish-throttle.ts';

const failAll = (error: unknown) => {
  throw error;
};

/** Timers fire only when the test advances the clock. */
function useManualClock() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

/** A follower of a log in memory that starts with two events, and the numbers that its subscribers received. It is under load from the first event on. */
async function openFollower({ onError = failAll }: { onError?: (error: unknown) => void } = {}) {
  const { log, reads, grow } = eventLogInMemory();
  const asked = vi.spyOn(log, 'head');
  const throttle = createPublishThrottle({ singleEvents: 1 });
  const follower = await followEventLog({ log, onError, throttle });
  onTestFinished(() => follower.stop());
  const got: number[] = [];
  /** How many events came in each chunk. */
  const chunkSizes: number[] = [];
  const watch = () =>
    follower.subscribe(({ bytes }) => {
      const seqs = [...bytes.toString().matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq));
      got.push(...seqs);
      chunkSizes.push(seqs.length);
    });
  /** Commits events of this server one by one and publishes each. */
  const commitEach = (from: number, to: number) => {
    for (let seq = from; seq < to; seq += 1) {
      grow(seq + 1);
      follower.publishCommitted(committed(seq, seq + 1));
    }
  };
  return { follower, log, reads, asked, got, chunkSizes, watch, grow, commitEach };
}

test('publishes events that directly follow the position without a read of the log', async () => {
  const { follower, reads, got, watch, grow } = await openFollower();
  watch();
  grow(5);
  follower.publishCommitted(committed(2, 5));
  expect(got).toEqual([3, 4, 5]);
  expect(follower.position()).toBe(5);
  expect(reads).toEqual([]);
});

test('reads events of another server from the log and publishes none twice', async () => {
  const { follower, got, watch, grow } = await openFollower();
  watch();
  grow(6);
  follower.publishCommitted(committed(4, 6));
  // Committed while the log is being read, so the read may return it too.
  follower.publishCommitted(committed(6, 7));
  grow(7);
  await vi.waitFor(() => expect(follower.position()).toBe(7));
  expect(got).toEqual([3, 4, 5, 6, 7]);
});

test('reads and encodes nothing without subscribers', async () => {
  const { follower, reads, got, watch, grow } = await openFollower();
  const events = vi.fn(() => []);
  grow(3);
  follower.publishCommitted({ from: 2, to: 3, events });
  grow(9);
  follower.wake();
  await vi.waitFor(() => expect(follower.position()).toBe(9));
  expect(events).not.toHaveBeenCalled();
  expect(reads).toEqual([]);
  watch();
  grow(10);
  follower.publishCommitted(committed(9, 10));
  expect(got).toEqual([10]);
});

test('moves its position from notifications alone, without a query, while it has no subscribers', async () => {
  const { follower, asked, got, watch, grow } = await openFollower();
  asked.mockClear();
  grow(9);
  follower.noteRemoteCommit(5);
  expect(follower.position()).toBe(5);
  follower.publishCommitted(committed(7, 9));
  expect(follower.position()).toBe(9);
  follower.noteRemoteCommit(7);
  expect(follower.position()).toBe(9);
  // More events than one read of the log returns.
  follower.publishCommitted(committed(9, 700));
  expect(follower.position()).toBe(700);
  expect(asked).not.toHaveBeenCalled();
  watch();
  grow(703);
  follower.noteRemoteCommit(703);
  await vi.waitFor(() => expect(got).toEqual([701, 702, 703]));
});

test('misses no event for a subscriber that comes while the position is read', async () => {
  const { follower, got, watch, grow } = await openFollower();
  grow(4);
  follower.wake();
  // The query for the head is running.
  watch();
  await vi.waitFor(() => expect(follower.position()).toBe(4));
  expect(got).toEqual([3, 4]);
});

test('resolves reached() once the position has the number, with and without subscribers', async () => {
  const { follower, got, watch, grow } = await openFollower();
  await follower.reached(2);
  grow(5);
  await follower.reached(5);
  watch();
  grow(7);
  await follower.reached(6);
  expect([follower.position(), got]).toEqual([7, [6, 7]]);
});

test('publishes a single event at once and collects events that follow it closely', async () => {
  useManualClock();
  const { reads, got, chunkSizes, watch, commitEach } = await openFollower();
  watch();
  commitEach(2, 3);
  expect(got).toEqual([3]);
  vi.advanceTimersByTime(MAX_INTERVAL_MS);
  commitEach(3, 4);
  expect(got).toEqual([3, 4]);
  commitEach(4, 40);
  expect(got).toEqual([3, 4]);
  vi.advanceTimersByTime(MAX_INTERVAL_MS);
  expect(got.at(-1)).toBe(40);
  commitEach(40, 80);
  expect(got.at(-1)).toBe(40);
  vi.advanceTimersByTime(MAX_INTERVAL_MS);
  expect(chunkSizes).toEqual([1, 1, 36, 40]);
  expect(reads).toEqual([]);
});

test('publishes events of another server after the pending ones, none twice', async () => {
  const { follower, got, watch, grow, commitEach } = await openFollower();
  watch();
  commitEach(2, 30);
  expect(got).toEqual([3]);
  grow(31);
  follower.noteRemoteCommit(31);
  commitEach(31, 35);
  await vi.waitFor(() => expect(follower.position()).toBe(35));
  expect(got).toEqual(numbers(2, 35));
  commitEach(35, 36);
  await vi.waitFor(() => expect(got.at(-1)).toBe(36));
});

test('drops pending events when the position has moved past them without subscribers', async () => {
  useManualClock();
  const { follower, got, watch, grow, commitEach } = await openFollower();
  const leave = watch();
  commitEach(2, 10);
  leave();
  grow(20);
  follower.noteRemoteCommit(20);
  follower.noteRemoteCommit(15);
  expect(follower.position()).toBe(20);
  watch();
  vi.advanceTimersByTime(2 * MAX_INTERVAL_MS);
  expect(follower.position()).toBe(20);
  commitEach(20, 21);
  expect(got).toEqual([3, 21]);
});

test('publishes pending events to a subscriber that came after they were committed', async () => {
  const { follower, got, watch, commitEach } = await openFollower();
  const leave = watch();
  commitEach(2, 10);
  const position = follower.position();
  leave();
  watch();
  await vi.waitFor(() => expect(follower.position()).toBe(10));
  expect(got).toEqual([3, ...numbers(position, 10)]);
});

test('reads many notified events with few reads of the log', async () => {
  useManualClock();
  const { follower, log, reads, chunkSizes, watch, grow } = await openFollower();
  const readAtOnce = log.after;
  vi.spyOn(log, 'after').mockImplementation(async (...asked) => {
    const answer = await readAtOnce(...asked);
    await new Promise((resolve) => setTimeout(resolve, 3));
    return answer;
  });
  watch();
  for (let seq = 3; seq <= 102; seq += 1) {
    grow(seq);
    follower.noteRemoteCommit(seq);
    await vi.advanceTimersByTimeAsync(2);
  }
  await vi.advanceTimersByTimeAsync(2 * MAX_INTERVAL_MS);
  expect(chunkSizes.reduce((sum, count) => sum + count)).toBe(100);
  // 200 ms: one read for the first event, a few until the throttle reacts, then one every 50 ms.
  expect(reads.length).toBeLessThanOrEqual(8);
});

test('reads a backlog larger than one read from the log, in several reads', async () => {
  const { follower, reads, got, chunkSizes, watch, grow } = await openFollower();
  watch();
  grow(1_302);
  follower.publishCommitted(committed(2, 3));
  for (let seq = 3; seq < 1_302; seq += 1) follower.publishCommitted(committed(seq, seq + 1));
  await vi.waitFor(() => expect(follower.position()).toBe(1_302));
  expect(got).toEqual(numbers(2, 1_302));
  expect(Math.max(...chunkSizes)).toBe(500);
  expect(reads).toEqual([3, 503, 1_003]);
});

test('publishes pending events after a failed read of the log', async () => {
  const onError = vi.fn();
  const { follower, log, got, watch, commitEach } = await openFollower({ onError });
  watch();
  commitEach(2, 3);
  const outage = new Error('the database does not answer');
  vi.spyOn(log, 'after').mockRejectedValueOnce(outage);
  follower.wake();
  commitEach(3, 8);
  await vi.waitFor(() => expect(got).toEqual(numbers(2, 8)));
  expect(onError).toHaveBeenCalledExactlyOnceWith(outage);
});

test('publishes nothing after stop', async () => {
  useManualClock();
  const { follower, got, watch, grow, commitEach } = await openFollower();
  watch();
  commitEach(2, 8);
  grow(20);
  follower.noteRemoteCommit(20);
  const ended = follower.stop();
  await vi.advanceTimersByTimeAsync(2 * MAX_INTERVAL_MS);
  await ended;
  expect(got).toEqual([3]);
});

test('reports a failure to encode committed events and reads them from the log', async () => {
  const onError = vi.fn();
  const { follower, got, watch, grow, commitEach } = await openFollower({ onError });
  watch();
  commitEach(2, 3);
  const fault = new Error('the event cannot be encoded');
  const events = () => {
    throw fault;
  };
  grow(5);
  follower.publishCommitted({ from: 3, to: 4, events });
  follower.publishCommitted(committed(4, 5));
  await vi.waitFor(() => expect(got).toEqual([3, 4, 5]));
  expect(onError).toHaveBeenCalledExactlyOnceWith(fault);
});
