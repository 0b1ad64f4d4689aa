import type { StreamEvent } from '@vedette/contract/stream-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveStream } from './live-stream.ts';

/** An EventSource in the hands of the test. */
function aSource() {
  type Message = { type: string; data: string; lastEventId: string };
  const listeners = new Map<string, (message: Message) => void>();
  let lastEventId = 0;
  return {
    readyState: 0,
    onopen: () => {},
    onerror: () => {},
    close: vi.fn(),
    addEventListener: (type: string, listener: (message: Message) => void) => {
      listeners.set(type, listener);
    },
    opens() {
      this.readyState = 1;
      this.onopen();
    },
    says(type: StreamEvent['type'], data: object = {}) {
      lastEventId += 1;
      listeners.get(type)?.({ type, data: JSON.stringify(data), lastEventId: String(lastEventId) });
    },
    breaks(readyState: 0 | 2) {
      this.readyState = readyState;
      this.onerror();
    },
  };
}

function aStream({ check = () => Promise.resolve() }: { check?: () => Promise<unknown> } = {}) {
  const sources: ReturnType<typeof aSource>[] = [];
  const callbacks = { events: vi.fn(), recovered: vi.fn(), refused: vi.fn() };
  const stream = createLiveStream({
    open() {
      const source = aSource();
      sources.push(source);
      return source as unknown as EventSource;
    },
    check,
    onEvents: callbacks.events,
    onRecovered: callbacks.recovered,
    onRefused: callbacks.refused,
  });
  stream.start();
  const newest = () => {
    const source = sources.at(-1);
    if (!source) throw new Error('never opened');
    return source;
  };
  return { stream, sources, newest, callbacks, phase: () => stream.connection().phase };
}

let windowEvents: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  windowEvents = new EventTarget();
  vi.stubGlobal('window', windowEvents);
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('EventSource', { CLOSED: 2 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the live stream', () => {
  it('delivers events, and starts the first load at the hello', async () => {
    const { stream, newest, callbacks, phase } = aStream();
    let ready = false;
    void stream.ready.then(() => {
      ready = true;
    });
    newest().opens();
    await vi.advanceTimersByTimeAsync(10);
    expect([phase(), ready]).toEqual(['live', false]);
    newest().says('hello', { seq: 4 });
    newest().says('detection.deleted', { id: 7 });
    await vi.advanceTimersByTimeAsync(200);
    expect(ready).toBe(true);
    expect(callbacks.events.mock.calls.flat(2)).toEqual([
      { type: 'hello', data: { seq: 4 }, seq: 1 },
      { type: 'detection.deleted', data: { id: 7 }, seq: 2 },
    ]);
    expect(callbacks.recovered).not.toHaveBeenCalled();
  });

  it('delivers nothing while a key or button is pressed', async () => {
    const { newest, callbacks } = aStream();
    newest().opens();
    windowEvents.dispatchEvent(new Event('pointerdown'));
    newest().says('detection.deleted', { id: 7 });
    await vi.advanceTimersByTimeAsync(200);
    expect(callbacks.events).not.toHaveBeenCalled();
    windowEvents.dispatchEvent(new Event('pointerup'));
    await vi.advanceTimersByTimeAsync(200);
    expect(callbacks.events).toHaveBeenCalledTimes(1);
  });

  it('requests another load when it opens after the first load began', async () => {
    const { newest, callbacks } = aStream();
    await vi.advanceTimersByTimeAsync(1_500);
    newest().opens();
    expect(callbacks.recovered).toHaveBeenCalledTimes(1);
  });

  it('lets the browser reconnect, and requests a load afterwards', () => {
    const { sources, newest, callbacks, phase } = aStream();
    newest().opens();
    newest().says('hello');
    newest().breaks(0);
    expect(phase()).toBe('reconnecting');
    newest().opens();
    expect([phase(), sources.length]).toEqual(['live', 1]);
    expect(callbacks.recovered).toHaveBeenCalledTimes(1);
  });

  it('reopens a refused stream with increasing waits', async () => {
    const { sources, newest, callbacks } = aStream();
    const openedWithin = async (ms: number) => {
      const before = sources.length;
      newest().breaks(2);
      await vi.advanceTimersByTimeAsync(ms);
      return sources.length > before;
    };
    expect(await openedWithin(1_000)).toBe(true);
    expect(await openedWithin(900)).toBe(false);
    await vi.advanceTimersByTimeAsync(1_100);
    for (let failure = 0; failure < 10; failure += 1) expect(await openedWithin(30_000)).toBe(true);
    expect(callbacks.refused).toHaveBeenCalledTimes(12);
  });

  it('aborts an attempt that hangs', async () => {
    const { sources, phase } = aStream();
    await vi.advanceTimersByTimeAsync(17_000);
    expect(sources.length).toBeGreaterThan(1);
    expect(phase()).toBe('blind');
  });

  it('is blind when the server does not respond, and reopens the stream', async () => {
    const { sources, newest, phase } = aStream({ check: () => Promise.reject(new Error('Network Error')) });
    newest().opens();
    newest().says('hello');
    await vi.advanceTimersByTimeAsync(19_000);
    expect(phase()).toBe('live');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(phase()).toBe('blind');
    expect(sources.length).toBe(2);
    expect(sources[0]?.close).toHaveBeenCalled();
  });

  it('stays live without events while the server responds', async () => {
    const check = vi.fn(() => Promise.resolve());
    const { newest, phase } = aStream({ check });
    newest().opens();
    newest().says('hello');
    await vi.advanceTimersByTimeAsync(65_000);
    expect(phase()).toBe('live');
    expect(check).toHaveBeenCalledTimes(3);
  });

  it('is blind when the network is lost, and reopens when it is back', () => {
    const { sources, newest, phase } = aStream();
    newest().opens();
    windowEvents.dispatchEvent(new Event('offline'));
    expect(phase()).toBe('blind');
    windowEvents.dispatchEvent(new Event('online'));
    newest().opens();
    expect([phase(), sources.length]).toEqual(['live', 2]);
  });

  it('replaces the stream after the machine slept', async () => {
    const { sources, newest } = aStream();
    newest().opens();
    newest().says('hello');
    vi.setSystemTime(Date.now() + 10 * 60_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sources.length).toBe(2);
  });

  it('reports refused reports until the next hello says otherwise', () => {
    const { stream, newest } = aStream();
    const listener = vi.fn();
    newest().opens();
    newest().says('hello');
    stream.subscribe(listener);
    newest().says('storage', { refused: 'disk-full', since: '2025-01-15T12:00:00.000Z' });
    expect(stream.connection().storage).toEqual({ refused: 'disk-full', since: '2025-01-15T12:00:00.000Z' });
    expect(listener).toHaveBeenCalledTimes(1);
    newest().breaks(0);
    expect(stream.connection().storage.refused).toBe('disk-full');
    newest().opens();
    newest().says('hello');
    expect(stream.connection().storage).toEqual({ refused: null });
  });

  it('reports which devices are blind or offline, from events and the next hello', () => {
    const { stream, newest } = aStream();
    const gate = { device_id: 'a', name: 'Gate', state: 'blind', since: '2025-01-15T12:00:00.000Z' };
    newest().opens();
    newest().says('hello', { seq: 1, devices: { count: 1, latest: [gate] } });
    expect(stream.connection().devices).toEqual({ count: 1, latest: [gate] });
    newest().says('devices', { count: 0, latest: [] });
    expect(stream.connection().devices).toEqual({ count: 0, latest: [] });
    newest().says('devices', { count: 1, latest: [{ ...gate, state: 'offline' }] });
    newest().breaks(0);
    expect(stream.connection().devices.latest).toEqual([{ ...gate, state: 'offline' }]);
    newest().opens();
    newest().says('hello');
    expect(stream.connection().devices.count).toBe(0);
  });

  it('does nothing after it was stopped', async () => {
    const { stream, sources, newest, callbacks } = aStream();
    newest().opens();
    newest().says('hello');
    stream.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sources.length).toBe(1);
    expect(newest().close).toHaveBeenCalled();
    expect(callbacks.events).not.toHaveBeenCalled();
  });

  it('ignores late messages after it was stopped, and requests a load when it starts again', async () => {
    let answer = () => {};
    const { stream, sources, newest, callbacks, phase } = aStream({
      check: () => new Promise((_, reject) => (answer = () => reject(new Error('gone')))),
    });
    newest().opens();
    newest().says('hello');
    stream.checkNow();
    stream.stop();
    expect(phase()).toBe('ended');
    answer();
    stream.restart();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sources.length).toBe(1);
    expect(phase()).toBe('ended');

    stream.start();
    newest().opens();
    expect(phase()).toBe('live');
    expect(callbacks.recovered).toHaveBeenCalledTimes(1);
  });
});
