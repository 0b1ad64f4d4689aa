import { setTimeout } from 'node:timers/promises';
import { createRepeatedLog, log } from '../log.ts';
import type { Queue, Waiting } from './outbox.ts';

/**
 * What a try came to. `retryAfterMs`: as long as the server has asked us to wait. `failedAtServer`: it broke at this report, which
 * is not to hold up the others; an outage is no report's fault.
 */
export type Outcome =
  | { kind: 'stored' }
  | { kind: 'refused'; reason: string }
  | { kind: 'not-allowed'; reason: string }
  | { kind: 'later'; reason: string; retryAfterMs?: number | undefined; failedAtServer: boolean };

export type Uplink = { send: (waiting: Waiting, signal: AbortSignal) => Promise<Outcome> };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
/** How soon dead letters are found that another process has put back. */
const IDLE_MS = 5_000;
/** Longer than any try takes. */
const LONGEST_STEP_MS = 60_000;

export type Sender = ReturnType<typeof startSender>;

/** Sends what waits, one report after the other, until it is stopped. */
export function startSender(queue: Queue, uplink: Uplink, { random = Math.random, sleep = setTimeout } = {}) {
  const sending = new AbortController();
  let stopped = false;
  let pausing: { interrupt: AbortController; wakeable: boolean } | undefined;
  let wait = FIRST_WAIT_MS;
  const repeated = createRepeatedLog();
  /** Whether the server has answered the last time; undefined: nothing was sent. */
  let reached: boolean | undefined;
  /** When the present step, a try or a pause, is over at the latest. */
  let overBy = performance.now() + LONGEST_STEP_MS;

  /** Ends early when it is interrupted: always by `stop` and `retryNow`, and by `wake` where nothing but work is waited for. */
  async function pause(ms: number, { wakeable }: { wakeable: boolean }) {
    if (stopped) return;
    pausing = { interrupt: new AbortController(), wakeable };
    overBy = performance.now() + ms + LONGEST_STEP_MS;
    await sleep(ms, undefined, { signal: pausing.interrupt.signal }).catch(() => undefined);
    pausing = undefined;
  }

  async function sendOne(waiting: Waiting): Promise<number> {
    overBy = performance.now() + LONGEST_STEP_MS;
    const outcome = await uplink.send(waiting, sending.signal);
    if (stopped && outcome.kind === 'later') return 0;
    reached = outcome.kind !== 'later';
    if (outcome.kind === 'stored') {
      queue.delivered(waiting.id);
      if (wait > FIRST_WAIT_MS) log('The server takes reports again.');
      wait = FIRST_WAIT_MS;
      repeated.reset();
      return 0;
    }
    if (outcome.kind === 'refused') {
      queue.bury(waiting.id, outcome.reason);
      log(
        `THE SERVER REFUSED REPORT ${waiting.eventId} FOR GOOD: ${outcome.reason}. It is kept as a dead letter (command outbox).`,
      );
      return 0;
    }
    if (outcome.kind === 'not-allowed') {
      repeated.tell(
        outcome.kind,
        `THE SERVER DOES NOT ACCEPT THIS DEVICE'S KEY (${outcome.reason}). Reports are kept; give it a valid key in the key file.`,
      );
    } else {
      repeated.tell(
        outcome.kind,
        `The server takes no report now (${outcome.reason}). Reports are kept and sent later.`,
      );
      if (outcome.failedAtServer) queue.failed(waiting.id);
    }
    const backOff = wait * (0.5 + random() / 2);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    return Math.max(backOff, outcome.kind === 'later' ? (outcome.retryAfterMs ?? 0) : 0);
  }

  async function work() {
    while (!stopped) {
      let pauseMs = 0;
      try {
        const waiting = queue.next();
        if (!waiting) {
          await pause(IDLE_MS, { wakeable: true });
          continue;
        }
        pauseMs = await sendOne(waiting);
      } catch (error) {
        repeated.tell('broken', `The outbox cannot be read: ${String(error)}`);
        pauseMs = 1_000;
      }
      if (pauseMs > 0) await pause(pauseMs, { wakeable: false });
    }
  }

  const done = work();
  return {
    /** There is something new to send. */
    wake: () => {
      if (pausing?.wakeable) pausing.interrupt.abort();
    },
    /** What the server has refused may succeed now. */
    retryNow: () => {
      wait = FIRST_WAIT_MS;
      pausing?.interrupt.abort();
    },
    state: () => ({ reached, isStuck: performance.now() > overBy }),
    stop: async () => {
      stopped = true;
      sending.abort();
      pausing?.interrupt.abort();
      await done;
    },
  };
}
