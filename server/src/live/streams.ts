import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { STREAM_KEEP_ALIVE_MS } from '@vedette/contract/limits';
import { encodeEvent, encodeEvents, KEEP_ALIVE } from './encode.ts';
import type { EventLog } from './event-log.ts';
import type { Chunk, Tail } from './tail.ts';

/** A reader this many bytes behind is cut off; it comes back with its Last-Event-ID. */
const BEHIND_BYTES = 1024 * 1024;
const REPLAY_EVENTS = 500;
/** A reader that takes nothing for this long during a replay is gone. */
const DRAIN_MS = 20_000;
/** A session that ends, ends its streams within this time. */
const SESSION_CHECK_MS = 1_000;

type Viewer = {
  response: ServerResponse;
  /** Viewers with equal credentials are checked once. */
  credentials: string;
  mayWatch: () => Promise<boolean>;
};

export type Streams = {
  /** Serves until either side ends. `lastEventId` as the client sent it; undefined on a first connect. */
  open: (viewer: Viewer, lastEventId: string | undefined) => Promise<void>;
  count: () => number;
  /** Ends all streams. */
  stop: () => void;
};

/** Replay until caught up with the tail, then follow it: every event once and in order, on bounded memory. */
export function createStreams(options: { log: EventLog; tail: Tail; version: string }): Streams {
  const { log, tail, version } = options;
  const viewers = new Set<Viewer>();
  const keepAlive = setInterval(() => {
    for (const { response } of viewers) response.write(KEEP_ALIVE);
  }, STREAM_KEEP_ALIVE_MS);
  const sessionCheck = setInterval(() => void endWhoMayNotWatch(), SESSION_CHECK_MS);

  async function open(viewer: Viewer, lastEventId: string | undefined) {
    const { response } = viewer;
    viewers.add(viewer);
    response.once('close', () => viewers.delete(viewer));

    const resumeAt = lastEventId === undefined ? tail.position() : await resumable(lastEventId);
    if (resumeAt === null) response.write(encodeEvent({ type: 'reset', data: {} }));
    const start = resumeAt ?? tail.position();
    response.write(encodeEvent({ type: 'hello', data: { seq: start, server_version: version } }, start));

    if (!(await replay(response, start))) {
      response.destroy();
      return;
    }
    // No turn of the event loop lies between the end of the replay and this: nothing falls in between.
    const unsubscribe = tail.subscribe((chunk) => follow(response, chunk));
    response.once('close', unsubscribe);
    if (response.closed) unsubscribe();
  }

  /** The number to continue behind, or null when too much was missed or the number is not one of this log. */
  async function resumable(lastEventId: string): Promise<number | null> {
    const seq = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
    const [head, oldest] = await Promise.all([log.head(), log.oldest()]);
    const keptFrom = oldest === null ? head : oldest - 1;
    return seq >= keptFrom && seq <= head ? seq : null;
  }

  /** False when the reader is gone or the log no longer holds what it needs. */
  async function replay(response: ServerResponse, start: number): Promise<boolean> {
    let last = start;
    while (last < tail.position()) {
      if (response.destroyed) return false;
      const { events, reached } = await log.after(last, Math.min(REPLAY_EVENTS, tail.position() - last));
      if (reached === last) return false;
      last = reached;
      if (events.length === 0 || response.write(encodeEvents(events))) continue;
      const drained = await once(response, 'drain', { signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => null);
      if (drained === null) return false;
    }
    return !response.destroyed;
  }

  async function endWhoMayNotWatch() {
    const verdicts = new Map<string, Promise<boolean>>();
    for (const viewer of viewers) {
      const { credentials, mayWatch } = viewer;
      const verdict = verdicts.get(credentials) ?? mayWatch();
      verdicts.set(credentials, verdict);
      // A database that does not answer says nothing about the session: the data routes refuse meanwhile.
      verdict.then(
        (may) => may || viewer.response.end(),
        () => {},
      );
    }
  }

  return {
    open,
    count: () => viewers.size,
    stop: () => {
      clearInterval(keepAlive);
      clearInterval(sessionCheck);
      for (const { response } of viewers) response.end();
    },
  };
}

function follow(response: ServerResponse, { bytes }: Chunk) {
  if (bytes.byteLength === 0) return;
  if (response.writableLength > BEHIND_BYTES) response.destroy();
  else response.write(bytes);
}
