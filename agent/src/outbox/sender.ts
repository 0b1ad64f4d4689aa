import { setTimeout } from 'node:timers/promises';
import { createThrottledLog, log } from '../log.ts';
import type { Queue, Waiting } from './outbox.ts';

/**
 * The result of an attempt. `retryAfterMs`: the wait that the server asked for. `failedAtServer`: the server failed at this report,
 * which must not block the others; an outage does not set it.
 */
export type Outcome =
  | { kind: 'stored' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unauthorized'; reason: string }
  | { kind: 'later'; reason: string; retryAfterMs?: number | undefined; failedAtServer: boolean };

export type Uplink = { send: (waiting: Waiting, signal: AbortSignal) => Promise<Outcome> };

const FIRST_BACK_OFF_MS = 500;
const MAX_BACK_OFF_MS = 60_000;
/** The poll interval for dead letters that another process has queued again. */
const IDLE_POLL_MS = 5_000;
/** Longer than any attempt takes. */
const STEP_LIMIT_MS = 60_000;

export type Sender = ReturnType<typeof startSender>;

/** Sends the queued reports one after the other until it is stopped. */
export function startSender(queue: Queue, uplink: Uplink, { random = Math.random, sleep = setTimeout } = {}) {
  const sending = new AbortController();
  let stopped = false;
  let pausing: { interrupt: AbortController; wakeable: boolean } | undefined;
  let nextBackOff = FIRST_BACK_OFF_MS;
  const throttledLog = createThrottledLog();
  /** Whether the server answered the last attempt; undefined: there was none. */
  let isServerReachable: boolean | undefined;
  /** The latest end of the current attempt or pause. */
  let stepDeadline = performance.now() + STEP_LIMIT_MS;

  /** Waits until the time is over or it is interrupted: by `stop` and `retryNow`, and while the queue is empty also by `wake`. */
  async function pause(ms: number, { wakeable }: { wakeable: boolean }) {
    if (stopped) return;
    pausing = { interrupt: new AbortController(), wakeable };
    stepDeadline = performance.now() + ms + STEP_LIMIT_MS;
    await sleep(ms, undefined, { signal: pausing.interrupt.signal }).catch(() => undefined);
    pausing = undefined;
  }

  async function sendOne(waiting: Waiting): Promise<number> {
    stepDeadline = performance.now() + STEP_LIMIT_MS;
    const outcome = await uplink.send(waiting, sending.signal);
    if (stopped && outcome.kind === 'later') return 0;
    isServerReachable = outcome.kind !== 'later';
    if (outcome.kind === 'stored') {
      queue.delivered(waiting.id);
      if (nextBackOff > FIRST_BACK_OFF_MS) log('The server takes reports again.');
      nextBackOff = FIRST_BACK_OFF_MS;
      throttledLog.reset();
      return 0;
    }
    if (outcome.kind === 'refused') {
      queue.moveToDeadLetters(waiting.id, outcome.reason);
      log(
        `THE SERVER REFUSED REPORT ${waiting.eventId} FOR GOOD: ${outcome.reason}. It is kept as a dead letter (command outbox).`,
      );
      return 0;
    }
    if (outcome.kind === 'unauthorized') {
      throttledLog.log(
        outcome.kind,
        `THE SERVER DOES NOT ACCEPT THIS DEVICE'S KEY (${outcome.reason}). Reports are kept; give it a valid key in the key file.`,
      );
    } else {
      throttledLog.log(
        outcome.kind,
        `The server takes no report now (${outcome.reason}). Reports are kept and sent later.`,
      );
      if (outcome.failedAtServer) queue.failed(waiting.id);
    }
    const backOff = nextBackOff * (0.5 + random() / 2);
    nextBackOff = Math.min(nextBackOff * 2, MAX_BACK_OFF_MS);
    return Math.max(backOff, outcome.kind === 'later' ? (outcome.retryAfterMs ?? 0) : 0);
  }

  async function work() {
    while (!stopped) {
      let pauseMs = 0;
      try {
        const waiting = queue.next();
        if (!waiting) {
          await pause(IDLE_POLL_MS, { wakeable: true });
          continue;
        }
        pauseMs = await sendOne(waiting);
      } catch (error) {
        throttledLog.log('broken', `The outbox cannot be read: ${String(error)}`);
        pauseMs = 1_000;
      }
      if (pauseMs > 0) await pause(pauseMs, { wakeable: false });
    }
  }

  const done = work();
  return {
    /** Sends a report that was added while the queue was empty. */
    wake: () => {
      if (pausing?.wakeable) pausing.interrupt.abort();
    },
    /** Retries at once, for example because the key has changed. */
    retryNow: () => {
      nextBackOff = FIRST_BACK_OFF_MS;
      pausing?.interrupt.abort();
    },
    state: () => ({ isServerReachable, isStuck: performance.now() > stepDeadline }),
    stop: async () => {
      stopped = true;
      sending.abort();
      pausing?.interrupt.abort();
      await done;
    },
  };
}
