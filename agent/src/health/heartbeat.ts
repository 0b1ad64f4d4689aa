import { createRepeatedLog } from '../log.ts';
import { causeOf } from '../outbox/http-uplink.ts';
import type { Heartbeat, HeartbeatUplink } from './heartbeat-body.ts';

const EVERY_MS = 30_000;
const AGAIN_MS = 5_000;
/** The server accepts one per second. */
const LEAST_GAP_MS = 1_100;
const LOOK_EVERY_MS = 250;
/** The time after which the server considers a camera blind. */
const BLIND_AFTER_MS = 15_000;

export type HeartbeatSettings = { send: HeartbeatUplink; describe: () => Heartbeat; lastFrameAge: () => number | null };

/** Sends heartbeats: at the start, every 30 s, and at once when the camera becomes blind or delivers frames again. */
export function startHeartbeats({ send, describe, lastFrameAge }: HeartbeatSettings) {
  const repeated = createRepeatedLog();
  const stopping = new AbortController();
  let dueAt = 0;
  let earliestAt = 0;
  let isTaken = false;
  let toldBlind: boolean | undefined;
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
    earliestAt = performance.now() + LEAST_GAP_MS;
    const { status, text } = await trySend();
    isTaken = status >= 200 && status < 300;
    dueAt = performance.now() + (isTaken ? EVERY_MS : AGAIN_MS);
    if (isTaken) {
      toldBlind = isBlind;
      repeated.reset();
    } else if (!stopping.signal.aborted) {
      const answer = [status || '', text].join(' ').trim();
      repeated.tell(String(status), `The server takes no heartbeat (${answer}). ${adviceFor(status)}`);
    }
  }

  function look() {
    const age = lastFrameAge();
    const isBlind = age === null || age > BLIND_AFTER_MS;
    const now = performance.now();
    // A server that refuses heartbeats gets no additional ones when the state of the camera changes.
    const isDue = now >= dueAt || (isTaken && toldBlind !== isBlind);
    if (sending || !isDue || now < earliestAt) return;
    sending = sendNow(isBlind).finally(() => {
      sending = undefined;
    });
  }

  const timer = setInterval(look, LOOK_EVERY_MS);
  look();
  return {
    /** Retries at once, because a refused heartbeat may succeed now. */
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
