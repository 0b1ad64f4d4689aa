import { performance } from 'node:perf_hooks';
import { log } from '../log.ts';
import type { Outbox, Waiting } from './outbox.ts';

/** What a try came to. `retryAfterMs`: as long as the server has asked us to wait. */
export type Outcome =
  | { kind: 'stored' }
  | { kind: 'refused'; reason: string }
  | { kind: 'not-allowed'; reason: string }
  | { kind: 'later'; reason: string; retryAfterMs?: number | undefined; failedAtServer: boolean };

export type Uplink = { send: (waiting: Waiting, signal: AbortSignal) => Promise<Outcome> };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
const TOLD_EVERY_MS = 60_000;

/** Sends what waits, one report after the other, until it is stopped. */
export function startSender(outbox: Outbox, uplink: Uplink, { random = Math.random } = {}) {
  const stopping = new AbortController();
  let wakeUp: (() => void) | undefined;
  let wait = FIRST_WAIT_MS;
  let lastStoredAt: number | null = null;
  let lastTold = Number.NEGATIVE_INFINITY;
  let reached = false;

  function tell(line: string) {
    if (performance.now() - lastTold < TOLD_EVERY_MS) return;
    lastTold = performance.now();
    log(line);
  }

  async function pause(ms: number | null, interruptible: boolean) {
    if (stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      stopping.signal.addEventListener('abort', end, { once: true });
      wakeUp = interruptible ? end : undefined;
    });
  }

  async function sendOne(waiting: Waiting): Promise<number> {
    const outcome = await uplink.send(waiting, stopping.signal);
    if (stopping.signal.aborted && outcome.kind === 'later') return 0;
    reached = outcome.kind === 'stored' || outcome.kind === 'refused';
    if (outcome.kind === 'stored') {
      outbox.delivered(waiting.id);
      lastStoredAt = Date.now();
      if (wait > FIRST_WAIT_MS) log('The server takes reports again.');
      wait = FIRST_WAIT_MS;
      lastTold = Number.NEGATIVE_INFINITY;
      return 0;
    }
    if (outcome.kind === 'refused') {
      outbox.bury(waiting.id, outcome.reason);
      log(
        `THE SERVER REFUSED REPORT ${waiting.eventId} FOR GOOD: ${outcome.reason}. It is kept as a dead letter (command outbox).`,
      );
      return 0;
    }
    if (outcome.kind === 'not-allowed') {
      tell(
        `THE SERVER DOES NOT ACCEPT THIS DEVICE'S KEY (${outcome.reason}). Reports are kept; give it a valid key in the key file.`,
      );
    } else {
      tell(`The server takes no report now (${outcome.reason}). Reports are kept and sent later.`);
      if (outcome.failedAtServer) outbox.failed(waiting.id);
    }
    const backOff = wait * (0.5 + random() / 2);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    return Math.max(backOff, outcome.kind === 'later' ? (outcome.retryAfterMs ?? 0) : 0);
  }

  async function work() {
    while (!stopping.signal.aborted) {
      let pauseMs = 0;
      try {
        const waiting = outbox.next();
        if (!waiting) {
          await pause(null, true);
          continue;
        }
        pauseMs = await sendOne(waiting);
      } catch (error) {
        // A full disk does not let us delete either; to send a report again stores nothing twice.
        tell(`The outbox cannot be changed: ${String(error)}`);
        pauseMs = 1_000;
      }
      if (pauseMs > 0) await pause(pauseMs, false);
    }
  }

  const done = work();
  return {
    wake: () => wakeUp?.(),
    state: () => ({ lastStoredAt, reached }),
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
