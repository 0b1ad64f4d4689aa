import { createThrottledLog } from '../log.ts';
import { causeOf } from '../outbox/http-uplink.ts';
import type { Heartbeat, HeartbeatUplink } from './heartbeat-body.ts';

const INTERVAL_MS = 30_000;
const RETRY_MS = 5_000;
/** The server accepts one per second. */
const MIN_GAP_MS = 1_100;
const POLL_MS = 250;
/** The time after which the server considers a camera blind. */
const BLIND_AFTER_MS = 15_000;

export type HeartbeatSettings = { send: HeartbeatUplink; describe: () => Heartbeat; lastFrameAge: () => number | null };

/** Sends heartbeats: at the start, every 30 s, and at once when the camera becomes blind or delivers frames again. */
export function startHeartbeats({ send, describe, lastFrameAge }: HeartbeatSettings) {
  const throttledLog = createThrottledLog();
  const stopping = new AbortController();
  let dueAt = 0;
  let earliestAt = 0;
  let isAccepted = false;
  let reportedBlind: boolean | undefined;
  let sending: Promise<void> | undefined;

  /** Sends the current state; nothing is queued. */
  async function trySend(): Promise<{ status: number; text: string }> {
    try {
      return await send(describe(), stopping.signal);
    } catch (error) {
      return { status: 0, text: causeOf(error) };
    }
  }

  async function sendNow(isBlind: boolean) {
    earliestAt = performance.now() + MIN_GAP_MS;
    const { status, text } = await trySend();
    isAccepted = status >= 200 && status < 300;
    dueAt = performance.now() + (isAccepted ? INTERVAL_MS : RETRY_MS);
    if (isAccepted) {
      reportedBlind = isBlind;
      throttledLog.reset();
    } else if (!stopping.signal.aborted) {
      const answer = [status || '', text].join(' ').trim();
      throttledLog.log(String(status), `The server takes no heartbeat (${answer}). ${adviceFor(status)}`);
    }
  }

  function sendIfDue() {
    const age = lastFrameAge();
    const isBlind = age === null || age > BLIND_AFTER_MS;
    const now = performance.now();
    // A server that refuses heartbeats gets no additional ones when the state of the camera changes.
    const isDue = now >= dueAt || (isAccepted && reportedBlind !== isBlind);
    if (sending || !isDue || now < earliestAt) return;
    sending = sendNow(isBlind).finally(() => {
      sending = undefined;
    });
  }

  const timer = setInterval(sendIfDue, POLL_MS);
  sendIfDue();
  return {
    /** Sends at once, for example because the key has changed. */
    retryNow: () => {
      dueAt = 0;
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await sending;
    },
  };
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return 'Give this device a valid key in the key file.';
  if (status === 404) return 'It is older than this agent: update it. Reports are sent all the same.';
  return 'It is tried again.';
}
