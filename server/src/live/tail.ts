import { encodeEvents } from './encode.ts';
import type { CommittedEvents, EventLog } from './event-log.ts';
import { createPace } from './pace.ts';

/** Encoded events; all with numbers above `from`, up to `to`. */
export type Chunk = { from: number; to: number; bytes: Buffer };

export type Tail = {
  /** Everything up to this number has been handed to subscribers. */
  position: () => number;
  /** How many numbers of events have gone to somebody since the start. */
  handedOn: () => number;
  /** From now on, every chunk is handed to `receive`, in order; in a flood many events in one. Returns how to end it. */
  subscribe: (receive: (chunk: Chunk) => void) => () => void;
  /** Resolves once everything up to this number has been handed on; not any more when the tail has been stopped. */
  reached: (seq: number) => Promise<void>;
  /** The log has grown, or may have. */
  ring: () => void;
  /** Another server has committed events up to this number. */
  heard: (seq: number) => void;
  /** The log has grown by these: handed on as they are when they are what comes next, else read from the log like a ring. */
  append: (committed: CommittedEvents) => void;
  stop: () => Promise<void>;
};

const EVENTS_PER_READ = 500;
/** Should a ring ever be lost, nobody waits longer than this. */
export const SAFETY_POLL_MS = 2_000;

/**
 * Follows the log for all streams of this server: each event is encoded once, however many people watch, and none is
 * while nobody does. The ring is only a bell; what is true stands in the log.
 */
export async function startTail(options: {
  log: EventLog;
  onError: (error: unknown) => void;
  safetyPollMs?: number;
}): Promise<Tail> {
  const { log, onError, safetyPollMs = SAFETY_POLL_MS } = options;
  const subscribers = new Set<(chunk: Chunk) => void>();
  let position = await log.head();
  let awaited: { seq: number; resolve: () => void }[] = [];
  let handedOnCount = 0;
  const pace = createPace();
  /** Committed here, and not handed on yet. */
  let pending: CommittedEvents[] = [];
  let pendingTimer: NodeJS.Timeout | undefined;
  let rung = false;
  let stopped = false;
  let following: Promise<void> | null = null;
  const poll = setInterval(ring, safetyPollMs);

  async function follow() {
    if (pace.waitMs() > 0) await pause();
    while (rung && !stopped) {
      rung = false;
      if (subscribers.size === 0) {
        const head = await log.head();
        // Who came meanwhile has been told everything up to `position`, and must not miss what lies behind it.
        if (subscribers.size === 0) moveTo(head);
        else rung = true;
        continue;
      }
      const { events, reached } = await log.after(position, EVENTS_PER_READ);
      if (reached === position) continue;
      const isFull = reached - position >= EVENTS_PER_READ;
      handOn({ from: position, to: reached, events: () => events });
      if (isFull) rung = true;
      else if (rung) await pause();
    }
  }

  function pause() {
    return new Promise((resolve) => setTimeout(resolve, pace.waitMs()));
  }

  function moveTo(to: number) {
    position = to;
    for (const { seq, resolve } of awaited) if (seq <= to) resolve();
    awaited = awaited.filter(({ seq }) => seq > to);
    pending = pending.filter((committed) => committed.to > to);
  }

  function handOn({ from, to, events }: CommittedEvents) {
    if (subscribers.size === 0) return moveTo(to);
    const chunk = { from, to, bytes: encodeEvents(events()) };
    moveTo(to);
    handedOnCount += to - from;
    for (const receive of subscribers) receive(chunk);
    pace.note(to - from);
  }

  function append(committed: CommittedEvents) {
    if (stopped || committed.to <= position) return;
    pending.push(committed);
    if (known() - position <= EVENTS_PER_READ) return handOnSoon();
    // More than is handed on at a time: the log keeps it, not this process.
    pending = [];
    heard(committed.to);
  }

  function handOnSoon() {
    if (stopped || pending.length === 0) return;
    if (subscribers.size === 0 || pace.waitMs() === 0) handOnPending();
    else pendingTimer ??= setTimeout(handOnPending, pace.waitMs());
  }

  function handOnPending() {
    clearTimeout(pendingTimer);
    pendingTimer = undefined;
    // While the log is being read, the reading may bring them, too; what is left is handed on behind it.
    if (following !== null || pending.length === 0) return;
    const [together, to] = [pending, known()];
    pending = [];
    // Another server has committed in between, or a reading of the log has ended inside of one.
    const isNext = together.every(({ from }, index) => from === (together[index - 1]?.to ?? position));
    if (!isNext) return heard(to);
    try {
      handOn({ from: position, to, events: () => together.flatMap(({ events }) => events()) });
    } catch (error) {
      onError(error);
      ring();
    }
  }

  /** The newest number that has been handed on or is about to be. */
  function known() {
    return pending.at(-1)?.to ?? position;
  }

  /** All numbers below a committed one are committed, too: while nobody watches, that is all there is to know. */
  function heard(seq: number) {
    if (seq <= known()) return;
    if (following === null && !stopped && subscribers.size === 0) moveTo(seq);
    else ring();
  }

  function ring() {
    rung = true;
    if (following !== null || stopped) return;
    following = follow()
      .catch(onError)
      .finally(() => {
        following = null;
        // Rung after the last read and before this line: the loop had ended already.
        if (rung && !stopped) setImmediate(ring);
        else handOnSoon();
      });
  }

  return {
    position: () => position,
    handedOn: () => handedOnCount,
    subscribe: (receive) => {
      subscribers.add(receive);
      return () => subscribers.delete(receive);
    },
    reached: (seq) =>
      new Promise((resolve) => {
        if (seq <= position) return resolve();
        awaited.push({ seq, resolve });
        if (seq > known()) ring();
      }),
    ring,
    heard,
    append,
    stop: async () => {
      stopped = true;
      clearInterval(poll);
      clearTimeout(pendingTimer);
      await following;
    },
  };
}
