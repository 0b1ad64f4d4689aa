import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { STREAM_KEEP_ALIVE_MS } from '@vedette/contract/limits';
import type { StorageState } from '@vedette/contract/stream-event';
import { encodeEvent, KEEP_ALIVE, RETRY } from './encode.ts';
import type { EventLog } from './event-log.ts';
import type { Chunk, EventLogFollower } from './event-log-follower.ts';
import { createReplayBlocks } from './replay-blocks.ts';

/** A reader this many bytes behind is cut off; it comes back with its Last-Event-ID. */
const BEHIND_BYTES = 1024 * 1024;
/** Who missed more than this loads everything again: that costs less than to be told of each. */
export const REPLAY_MAX_EVENTS = 5_000;
/** So many bytes are written before the reader must have taken them. */
const REPLAY_WRITE_BYTES = 256 * 1024;
/** A reader that takes nothing for this long during a replay is gone. */
const DRAIN_MS = 15_000;
/** A session that ends, ends its streams within this time, even if nobody tells that it ended. */
export const SESSION_CHECK_MS = 1_000;
/** Many sessions that end at once are one check. */
const TOGETHER_MS = 50;

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
  /** Reports begin to be refused, or are taken again: every viewer is told, also who comes later. */
  noteStorage: (state: StorageState) => void;
  /** Sessions have ended, or may have. */
  checkSessions: () => void;
  /** Ends all streams. */
  stop: () => void;
};

/** Replays the log up to the follower's position, then subscribes: every event once and in order, with bounded memory. */
export function createStreams(options: {
  log: EventLog;
  eventFollower: EventLogFollower;
  version: string;
  sessionCheckMs?: number;
}): Streams {
  const { log, eventFollower, version, sessionCheckMs = SESSION_CHECK_MS } = options;
  /** The open streams, each with its unsubscribe function. */
  const viewers = new Map<Viewer, () => void>();
  const blocks = createReplayBlocks(log);
  const keepAlive = setInterval(() => {
    for (const { response } of viewers.keys()) response.write(KEEP_ALIVE);
  }, STREAM_KEEP_ALIVE_MS);
  const sessionCheck = setInterval(() => void endWhoMayNotWatch(), sessionCheckMs);
  let checkingSoon: NodeJS.Timeout | undefined;
  let stopped = false;
  let storage: StorageState = { refused: null };

  async function open(viewer: Viewer, lastEventId: string | undefined) {
    const { response } = viewer;
    // A reader may be gone between any two writes; that must end its stream, not the server.
    response.on('error', () => {});
    // It can have gone before it got here; then `close` does not come again.
    if (stopped || response.closed) return end(response);
    viewers.set(viewer, () => {});
    response.once('close', () => leave(viewer));

    const resumeAt = lastEventId === undefined ? eventFollower.position() : await resumable(lastEventId);
    if (!viewers.has(viewer)) return;
    if (resumeAt === null) response.write(encodeEvent({ type: 'reset', data: {} }));
    const start = resumeAt ?? eventFollower.position();
    response.write(RETRY + encodeEvent({ type: 'hello', data: { seq: start, server_version: version } }, start));
    if (storage.refused !== null) response.write(encodeEvent({ type: 'storage', data: storage }));
    if (!(await replay(viewer, start))) leave(viewer);
  }

  function noteStorage(state: StorageState) {
    storage = state;
    for (const { response } of viewers.keys()) response.write(encodeEvent({ type: 'storage', data: state }));
  }

  /** The only way to end a stream: nothing is written to it from here on, and it does not wait for a reader that stalls. */
  function leave(viewer: Viewer) {
    viewers.get(viewer)?.();
    viewers.delete(viewer);
    end(viewer.response);
  }

  /** The number to continue behind, or null when too much was missed or the number is not one of this log. */
  async function resumable(lastEventId: string): Promise<number | null> {
    const seq = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
    const [head, oldest] = await Promise.all([log.head(), log.oldest()]);
    const keptFrom = oldest === null ? head : oldest - 1;
    return seq >= keptFrom && seq <= head && head - seq <= REPLAY_MAX_EVENTS ? seq : null;
  }

  /** Tells what came after `start`, then follows. False when the reader is gone or the log no longer holds what it needs. */
  async function replay(viewer: Viewer, start: number): Promise<boolean> {
    let last = start;
    while (last !== eventFollower.position()) {
      if (last > eventFollower.position()) {
        // It has read more from another server than this one has: until then, what is handed on here is a repeat for it.
        await eventFollower.reached(last);
        if (!viewers.has(viewer)) return false;
        continue;
      }
      const { bytes, reached } = await blocks.after(last, eventFollower.position());
      if (reached === last || !viewers.has(viewer)) return false;
      last = reached;
      if (!(await writeAll(viewer, bytes))) return false;
    }
    // Nothing is awaited between the end of the replay and this: nothing falls in between.
    viewers.set(
      viewer,
      eventFollower.subscribe((chunk) => follow(viewer, chunk)),
    );
    return true;
  }

  /** False when the reader is gone, or takes nothing. */
  async function writeAll(viewer: Viewer, bytes: Buffer): Promise<boolean> {
    const { response } = viewer;
    for (let start = 0; start < bytes.byteLength; start += REPLAY_WRITE_BYTES) {
      if (response.write(bytes.subarray(start, start + REPLAY_WRITE_BYTES))) continue;
      const drained = await once(response, 'drain', { signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => null);
      if (drained === null || !viewers.has(viewer)) return false;
    }
    return true;
  }

  function follow(viewer: Viewer, { bytes }: Chunk) {
    if (bytes.byteLength === 0) return;
    if (viewer.response.writableLength > BEHIND_BYTES) leave(viewer);
    else viewer.response.write(bytes);
  }

  function checkSessions() {
    checkingSoon ??= setTimeout(() => {
      checkingSoon = undefined;
      void endWhoMayNotWatch();
    }, TOGETHER_MS);
  }

  async function endWhoMayNotWatch() {
    const verdicts = new Map<string, Promise<boolean>>();
    for (const viewer of viewers.keys()) {
      const { credentials, mayWatch } = viewer;
      const verdict = verdicts.get(credentials) ?? mayWatch();
      verdicts.set(credentials, verdict);
      // A database that does not answer says nothing about the session: the data routes refuse meanwhile.
      verdict.then(
        (may) => may || leave(viewer),
        () => {},
      );
    }
  }

  return {
    open,
    count: () => viewers.size,
    noteStorage,
    checkSessions,
    stop: () => {
      clearInterval(keepAlive);
      clearInterval(sessionCheck);
      clearTimeout(checkingSoon);
      stopped = true;
      for (const viewer of viewers.keys()) leave(viewer);
    },
  };
}

/** Says that it is the end and closes the connection, whether or not everything has been read. */
function end(response: ServerResponse) {
  if (!response.writableEnded) response.end();
  response.destroy();
}
