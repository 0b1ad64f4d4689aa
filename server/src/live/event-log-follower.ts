import { encodeEvents } from './encode.ts';
import type { CommittedEvents, EventLog } from './event-log.ts';
import { createPublishThrottle, type PublishThrottle } from './publish-throttle.ts';

/** Encoded events; all with numbers above `from`, up to `to`. */
export type Chunk = { from: number; to: number; bytes: Buffer };

export type EventLogFollower = {
  /** All events up to this number have been published to the subscribers. */
  position: () => number;
  /** How many event numbers have been published to at least one subscriber since the start. */
  publishedCount: () => number;
  /** Passes every later chunk to `receive`, in order; under load a chunk holds several events. Returns the unsubscribe function. */
  subscribe: (receive: (chunk: Chunk) => void) => () => void;
  /** Resolves once everything up to this number has been published; never resolves after `stop`. */
  reached: (seq: number) => Promise<void>;
  /** Reads the log, because it may have grown. */
  wake: () => void;
  /** Another server has committed events up to this number. */
  noteRemoteCommit: (seq: number) => void;
  /** Publishes events that this server committed. Reads the log instead when they do not directly follow the position. */
  publishCommitted: (committed: CommittedEvents) => void;
  stop: () => Promise<void>;
};

const EVENTS_PER_READ = 500;
/** Events of other servers that follow each other closely come with one query. */
const READ_INTERVAL_MS = 16;
/** The log is read at least this often, so a lost notification delays events by no more. */
export const SAFETY_POLL_MS = 2_000;

/**
 * Follows the log for all streams of this server. Each event is encoded once for all subscribers, and not at all without
 * subscribers. Wake-ups and notifications carry no events of other servers: those are always read from the log.
 */
export async function followEventLog(options: {
  log: EventLog;
  onError: (error: unknown) => void;
  safetyPollMs?: number;
  throttle?: PublishThrottle;
}): Promise<EventLogFollower> {
  const { log, onError, safetyPollMs = SAFETY_POLL_MS, throttle = createPublishThrottle() } = options;
  const subscribers = new Set<(chunk: Chunk) => void>();
  let position = await log.head();
  let awaited: { seq: number; resolve: () => void }[] = [];
  let published = 0;
  /** Committed by this server and not published yet. */
  let pending: CommittedEvents[] = [];
  let pendingTimer: NodeJS.Timeout | undefined;
  let isWoken = false;
  let stopped = false;
  let reading: Promise<void> | null = null;
  let nextReadAt = Number.NEGATIVE_INFINITY;
  const poll = setInterval(wake, safetyPollMs);

  async function readLog() {
    if (readWaitMs() > 0) await pause();
    while (isWoken && !stopped) {
      isWoken = false;
      if (subscribers.size === 0) {
        const head = await log.head();
        // A subscriber that came during the read continues from `position` and needs the events between it and the head.
        if (subscribers.size === 0) moveTo(head);
        else isWoken = true;
        continue;
      }
      nextReadAt = performance.now() + READ_INTERVAL_MS;
      const { events, reached } = await log.after(position, EVENTS_PER_READ);
      if (reached === position) continue;
      const isFull = reached - position >= EVENTS_PER_READ;
      publish({ from: position, to: reached, events: () => events });
      if (isFull) isWoken = true;
      else if (isWoken) await pause();
    }
  }

  function pause() {
    return new Promise((resolve) => setTimeout(resolve, readWaitMs()));
  }

  function readWaitMs() {
    return Math.max(throttle.waitMs(), nextReadAt - performance.now());
  }

  function moveTo(to: number) {
    position = to;
    for (const { seq, resolve } of awaited) if (seq <= to) resolve();
    awaited = awaited.filter(({ seq }) => seq > to);
    pending = pending.filter((committed) => committed.to > to);
  }

  function publish({ from, to, events }: CommittedEvents) {
    if (subscribers.size === 0) return moveTo(to);
    const chunk = { from, to, bytes: encodeEvents(events()) };
    moveTo(to);
    published += to - from;
    for (const receive of subscribers) receive(chunk);
    throttle.notePublished({ events: to - from, streams: subscribers.size });
  }

  function publishCommitted(committed: CommittedEvents) {
    if (stopped || committed.to <= position) return;
    pending.push(committed);
    if (latestSeq() - position <= EVENTS_PER_READ) return publishSoon();
    // A larger backlog is read from the log, so that it takes no memory here.
    pending = [];
    noteRemoteCommit(committed.to);
  }

  function publishSoon() {
    if (stopped || pending.length === 0) return;
    if (subscribers.size === 0 || throttle.waitMs() === 0) publishPending();
    else pendingTimer ??= setTimeout(publishPending, throttle.waitMs());
  }

  function publishPending() {
    clearTimeout(pendingTimer);
    pendingTimer = undefined;
    // A read of the log that is running may return these events too; the rest is published after it.
    if (reading !== null || pending.length === 0) return;
    const [batch, to] = [pending, latestSeq()];
    pending = [];
    // There is a gap when another server committed in between, or when a read of the log ended within one of these.
    const isContiguous = batch.every(({ from }, index) => from === (batch[index - 1]?.to ?? position));
    if (!isContiguous) return noteRemoteCommit(to);
    try {
      publish({ from: position, to, events: () => batch.flatMap(({ events }) => events()) });
    } catch (error) {
      onError(error);
      wake();
    }
  }

  /** The newest number that is published or pending. */
  function latestSeq() {
    return pending.at(-1)?.to ?? position;
  }

  /** Numbers are committed in order, so without subscribers the position can move to `seq` without a read of the log. */
  function noteRemoteCommit(seq: number) {
    if (seq <= latestSeq()) return;
    if (reading === null && !stopped && subscribers.size === 0) moveTo(seq);
    else wake();
  }

  function wake() {
    isWoken = true;
    if (reading !== null || stopped) return;
    reading = readLog()
      .catch(onError)
      .finally(() => {
        reading = null;
        // A wake-up between the last read and this line was not seen by the loop.
        if (isWoken && !stopped) setImmediate(wake);
        else publishSoon();
      });
  }

  return {
    position: () => position,
    publishedCount: () => published,
    subscribe: (receive) => {
      subscribers.add(receive);
      return () => subscribers.delete(receive);
    },
    reached: (seq) =>
      new Promise((resolve) => {
        if (seq <= position) return resolve();
        awaited.push({ seq, resolve });
        if (seq > latestSeq()) wake();
      }),
    wake,
    noteRemoteCommit,
    publishCommitted,
    stop: async () => {
      stopped = true;
      clearInterval(poll);
      clearTimeout(pendingTimer);
      await reading;
    },
  };
}
