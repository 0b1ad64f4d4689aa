import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { STREAM_KEEP_ALIVE_MS } from '@vedette/contract/limits';
import type { StorageState, UnwatchedDevices } from '@vedette/contract/stream-event';
import { encodeEvent, KEEP_ALIVE, RETRY } from './encode.ts';
import type { EventLog } from './event-log.ts';
import type { Chunk, EventLogFollower } from './event-log-follower.ts';
import { createReplayBlocks } from './replay-blocks.ts';

/** A reader with more unread bytes is disconnected; it reconnects with its Last-Event-ID. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** A reader that missed more events gets `reset`: loading everything again costs less than a longer replay. */
export const REPLAY_MAX_EVENTS = 5_000;
/** A replay waits for `drain` after each write of so many bytes. */
const REPLAY_WRITE_BYTES = 256 * 1024;
/** A reader that reads nothing for so long during a replay is disconnected. */
const DRAIN_MS = 15_000;
/** Streams of an ended session end within this time, even without a notification. */
export const SESSION_CHECK_MS = 1_000;
/** Sessions that end within this time are checked together. */
const CHECK_DELAY_MS = 50;

type Viewer = {
  response: ServerResponse;
  /** Viewers with equal credentials share one check. */
  credentials: string;
  mayWatch: () => Promise<boolean>;
};

export type Streams = {
  /** Serves until either side closes. `lastEventId` as the client sent it; undefined on a first connect. */
  open: (viewer: Viewer, lastEventId: string | undefined) => Promise<void>;
  count: () => number;
  /** Sends every stream, also later ones, whether reports are being refused. */
  noteStorage: (state: StorageState) => void;
  /** Sends every stream, also later ones, which devices are offline or blind. */
  noteDevices: (unwatched: UnwatchedDevices) => void;
  /** Checks the sessions of all streams soon, because some may have ended. */
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
  /** Those of them whose replay has ended. The writes of a replay may end within an event, so that nothing else is written during it. */
  const following = new Set<Viewer>();
  const blocks = createReplayBlocks(log);
  const keepAlive = setInterval(() => {
    for (const { response } of viewers.keys()) response.write(KEEP_ALIVE);
  }, STREAM_KEEP_ALIVE_MS);
  const sessionCheck = setInterval(() => void endUnauthorized(), sessionCheckMs);
  let checkingSoon: NodeJS.Timeout | undefined;
  let stopped = false;
  let storage: StorageState = { refused: null };
  let unwatched: UnwatchedDevices = { count: 0, latest: [] };

  async function open(viewer: Viewer, lastEventId: string | undefined) {
    const { response } = viewer;
    // The reader may disconnect between any two writes; an unhandled error would end the process.
    response.on('error', () => {});
    // The connection may have closed before; `close` is not emitted again.
    if (stopped || response.closed) return end(response);
    viewers.set(viewer, () => {});
    response.once('close', () => leave(viewer));

    const resumeAt = lastEventId === undefined ? eventFollower.position() : await resumable(lastEventId);
    if (!viewers.has(viewer)) return;
    if (resumeAt === null) response.write(encodeEvent({ type: 'reset', data: {} }));
    const start = resumeAt ?? eventFollower.position();
    const devices = unwatched.count > 0 ? { devices: unwatched } : {};
    const hello = { seq: start, server_version: version, ...devices };
    response.write(RETRY + encodeEvent({ type: 'hello', data: hello }, start));
    if (storage.refused !== null) response.write(encodeEvent({ type: 'storage', data: storage }));
    const sent = unwatched;
    if (!(await replay(viewer, start))) return leave(viewer);
    if (unwatched !== sent) response.write(encodeEvent({ type: 'devices', data: unwatched }));
  }

  function noteStorage(state: StorageState) {
    storage = state;
    for (const { response } of viewers.keys()) response.write(encodeEvent({ type: 'storage', data: state }));
  }

  function noteDevices(devices: UnwatchedDevices) {
    unwatched = devices;
    const bytes = Buffer.from(encodeEvent({ type: 'devices', data: devices }));
    for (const viewer of following) follow(viewer, { bytes });
  }

  /** The only way to end a stream. Nothing is written to it afterwards, and it does not wait for a stalled reader. */
  function leave(viewer: Viewer) {
    viewers.get(viewer)?.();
    viewers.delete(viewer);
    following.delete(viewer);
    end(viewer.response);
  }

  /** The number to resume after, or null when too much was missed or the number is not in this log. */
  async function resumable(lastEventId: string): Promise<number | null> {
    const seq = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
    const [head, oldest] = await Promise.all([log.head(), log.oldest()]);
    const keptFrom = oldest === null ? head : oldest - 1;
    return seq >= keptFrom && seq <= head && head - seq <= REPLAY_MAX_EVENTS ? seq : null;
  }

  /** Sends the events after `start`, then subscribes. False when the reader is gone or the log no longer holds the next event. */
  async function replay(viewer: Viewer, start: number): Promise<boolean> {
    let last = start;
    while (last !== eventFollower.position()) {
      if (last > eventFollower.position()) {
        // The reader got further at another server: it has all events up to `last` already.
        await eventFollower.reached(last);
        if (!viewers.has(viewer)) return false;
        continue;
      }
      const { bytes, reached } = await blocks.after(last, eventFollower.position());
      if (reached === last || !viewers.has(viewer)) return false;
      last = reached;
      if (!(await writeAll(viewer, bytes))) return false;
    }
    following.add(viewer);
    // Nothing is awaited between the end of the replay and the subscription, so no event is missed.
    viewers.set(
      viewer,
      eventFollower.subscribe((chunk) => follow(viewer, chunk)),
    );
    return true;
  }

  /** False when the reader is gone or stalls. */
  async function writeAll(viewer: Viewer, bytes: Buffer): Promise<boolean> {
    const { response } = viewer;
    for (let start = 0; start < bytes.byteLength; start += REPLAY_WRITE_BYTES) {
      if (response.write(bytes.subarray(start, start + REPLAY_WRITE_BYTES))) continue;
      const drained = await once(response, 'drain', { signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => null);
      if (drained === null || !viewers.has(viewer)) return false;
    }
    return true;
  }

  function follow(viewer: Viewer, { bytes }: Pick<Chunk, 'bytes'>) {
    if (bytes.byteLength === 0) return;
    if (viewer.response.writableLength > MAX_UNREAD_BYTES) leave(viewer);
    else viewer.response.write(bytes);
  }

  function checkSessions() {
    checkingSoon ??= setTimeout(() => {
      checkingSoon = undefined;
      void endUnauthorized();
    }, CHECK_DELAY_MS);
  }

  async function endUnauthorized() {
    const verdicts = new Map<string, Promise<boolean>>();
    for (const viewer of viewers.keys()) {
      const { credentials, mayWatch } = viewer;
      const verdict = verdicts.get(credentials) ?? mayWatch();
      verdicts.set(credentials, verdict);
      // While the database is unreachable streams stay open; the data routes answer 503.
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
    noteDevices,
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

/** Ends the response and closes the connection without waiting for unread bytes. */
function end(response: ServerResponse) {
  if (!response.writableEnded) response.end();
  response.destroy();
}
