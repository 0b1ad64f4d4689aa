import { STREAM_EVENT_TYPES, type StorageState, type UnwatchedDevices } from '@vedette/contract/stream-event';
import { backOff } from './back-off.ts';
import { createBatcher } from './batcher.ts';
import { type Connection, type ConnectionEvent, nextConnection, startConnecting } from './connection.ts';
import { holdDuringInput } from './input-hold.ts';
import type { LiveEvent } from './live-event.ts';

/** Keep-alive comments are invisible to scripts: after this long without an event, a request checks the server. */
const SILENCE_MS = 20_000;
/** Time limit of an attempt to open the stream. */
const OPENING_MS = 15_000;
const TICK_MS = 1_000;
/** A tick this late means that the machine slept: the connection may be dead without an error event. */
const SLEPT_MS = 30_000;
/** The first load waits this long for the stream, so that no event is missed between the two. */
const FIRST_HELLO_MS = 1_000;

export type LiveStreamOptions = {
  open: () => EventSource;
  /** Requests the server's health; rejects when it does not answer. */
  check: () => Promise<unknown>;
  onEvents: (events: LiveEvent[]) => void;
  /** The stream is open again after a break: events may have been missed. */
  onRecovered: () => void;
  /** The server refuses the stream; the session may have ended. */
  onRefused: () => void;
};

export type LiveStream = {
  start: () => void;
  stop: () => void;
  restart: () => void;
  /** Checks the server now instead of after the usual silence. */
  checkNow: () => void;
  /** Delivers no events while a chosen view is being drawn, for so many milliseconds at most. */
  holdForView: (ms: number) => void;
  /** Settles when the first message has come, or when none is expected soon. */
  ready: Promise<void>;
  connection: () => Connection;
  subscribe: (listener: () => void) => () => void;
};

/** The one event stream of the page. It reopens after every failure. */
export function createLiveStream(options: LiveStreamOptions): LiveStream {
  let connection = startConnecting(Date.now());
  let source: EventSource | null = null;
  let attempt = 0;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let firstHello: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let lastTick = 0;
  let checking = false;
  let missedSomething = false;
  let settleReady = () => {};
  let stopHolding = () => {};
  const ready = new Promise<void>((resolve) => {
    settleReady = resolve;
  });
  const listeners = new Set<() => void>();
  const batcher = createBatcher(options.onEvents);

  function note(type: ConnectionEvent['type']) {
    const before = connection;
    connection = nextConnection(before, { type, at: Date.now() });
    if (connection.phase !== 'live' && connection.phase !== 'connecting') giveUpOnFirstHello();
    if (connection.phase !== before.phase) for (const listener of listeners) listener();
  }

  function noteStorage(storage: StorageState) {
    if (storage.refused === connection.storage.refused) return;
    connection = { ...connection, storage };
    for (const listener of listeners) listener();
  }

  function noteDevices(devices: UnwatchedDevices) {
    connection = { ...connection, devices };
    for (const listener of listeners) listener();
  }

  /** The load no longer waits for the stream, so the stream's opening triggers another load. */
  function giveUpOnFirstHello() {
    missedSomething = true;
    settleReady();
  }

  function open() {
    close();
    const opened = options.open();
    source = opened;
    opening = setTimeout(fail, OPENING_MS);
    opened.onerror = () => {
      note('lost');
      clearTimeout(opening);
      if (opened.readyState === EventSource.CLOSED) {
        options.onRefused();
        reopenLater();
      } else {
        opening = setTimeout(fail, OPENING_MS);
      }
    };
    opened.onopen = () => {
      clearTimeout(opening);
      attempt = 0;
      note('opened');
      if (missedSomething) {
        missedSomething = false;
        options.onRecovered();
      }
    };
    for (const type of STREAM_EVENT_TYPES) opened.addEventListener(type, onMessage);
  }

  function onMessage(message: MessageEvent<string>) {
    note('message');
    clearTimeout(firstHello);
    settleReady();
    const { type, lastEventId } = message;
    const data = JSON.parse(message.data);
    if (type === 'storage') return noteStorage(data);
    if (type === 'devices') return noteDevices(data);
    // The server sends a storage event after it while reports are refused.
    if (type === 'hello') {
      noteStorage({ refused: null });
      noteDevices(data.devices ?? { count: 0, latest: [] });
    }
    batcher.push({ type, data, seq: Number(lastEventId) } as LiveEvent);
  }

  function fail() {
    if (!running) return;
    note('unreachable');
    reopenLater();
  }

  function reopenLater() {
    close();
    reopening = setTimeout(open, backOff(attempt, Math.random()));
    attempt += 1;
  }

  function close() {
    clearTimeout(opening);
    clearTimeout(reopening);
    source?.close();
    source = null;
  }

  function tick() {
    const now = Date.now();
    const slept = now - lastTick > SLEPT_MS;
    lastTick = now;
    note('tick');
    if (slept) restart();
    else if (connection.phase === 'live' && now - (connection.contactAt ?? 0) >= SILENCE_MS) checkNow();
  }

  function checkNow() {
    if (checking || !running) return;
    checking = true;
    options
      .check()
      .then(() => running && note('checked'), fail)
      .finally(() => {
        checking = false;
      });
  }

  function restart() {
    if (!running) return;
    attempt = 0;
    missedSomething = true;
    open();
  }

  return {
    start() {
      running = true;
      lastTick = Date.now();
      ticking = setInterval(tick, TICK_MS);
      firstHello = setTimeout(giveUpOnFirstHello, FIRST_HELLO_MS);
      // Keeps trying while offline: a server on the same machine can still be reached.
      window.addEventListener('offline', fail);
      window.addEventListener('online', restart);
      stopHolding = holdDuringInput((ms) => batcher.hold('input', ms));
      open();
    },
    stop() {
      running = false;
      clearInterval(ticking);
      clearTimeout(firstHello);
      window.removeEventListener('offline', fail);
      window.removeEventListener('online', restart);
      stopHolding();
      batcher.stop();
      close();
      note('ended');
    },
    restart,
    checkNow,
    holdForView: (ms) => batcher.hold('view', ms),
    ready,
    connection: () => connection,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
