import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBacklog } from '../src/outbox/backlog.ts';
import { httpUplink } from '../src/outbox/http-uplink.ts';
import { type Event, openOutbox } from '../src/outbox/outbox.ts';
import { startSender } from '../src/outbox/sender.ts';
import { type Folder, makeFolder } from './agent-process.ts';
import { type Settings, startServerDouble } from './doubles/server-double.ts';

let folder: Folder;
const cleanUps: (() => unknown)[] = [];
beforeEach(() => {
  folder = makeFolder();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  folder.remove();
});

function makeEvent(eventId: string, { threatLevel = 9, frameBytes = 0 } = {}): Event {
  const report = { event_id: eventId, weapon_type: 'Pistol', confidence: 0.9, threat_level: threatLevel };
  return {
    eventId,
    threatLevel,
    report: JSON.stringify(report),
    frame: frameBytes ? Buffer.alloc(frameBytes, 1) : null,
  };
}

function makeOutbox(maxFrameBytes = Number.MAX_SAFE_INTEGER) {
  const outbox = openOutbox(folder.at('outbox'), { maxFrameBytes });
  cleanUps.push(outbox.close);
  const add = (...events: Event[]) => {
    for (const event of events) outbox.add({ events: [event], reportedTracks: [] });
  };
  return { outbox, add };
}

/** A sender that records its waits and skips them. */
async function makeSender(answers: Settings) {
  const [server, { outbox, add }, waits] = [await startServerDouble(answers), makeOutbox(), [] as number[]];
  const start = () => {
    const uplink = httpUplink({ server: server.url, keyFile: folder.at('device.key') });
    const sender = startSender(outbox, uplink, {
      random: () => 1,
      sleep: (async (ms: number, _: undefined, options: { signal: AbortSignal }) => {
        waits.push(ms);
        // An idle sender really waits until it is woken.
        await sleep(ms === 5_000 ? ms : 1, undefined, options);
      }) as typeof sleep,
    });
    cleanUps.push(sender.stop);
    return sender;
  };
  cleanUps.push(server.stop);
  const delivered = () => vi.waitUntil(() => outbox.state().waiting === 0, { timeout: 30_000, interval: 5 });
  return { server, outbox, add, start, delivered, waits: () => waits.filter((ms) => ms !== 5_000) };
}

test('the sender doubles its wait up to a minute, and waits as long as Retry-After says', async () => {
  const { add, start, delivered, waits } = await makeSender({
    answer: (_, count) => {
      if (count === 9) return { status: 429, headers: { 'retry-after': '120' } };
      return count < 9 ? { status: [503, 408, 425][count % 3] ?? 503 } : { status: 201, store: true };
    },
  });
  add(makeEvent('a'));
  start();
  await delivered();
  expect(waits()).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 120_000]);
});

test('after an outage the newest threats are sent first, then the rest in order', async () => {
  let failures = 0;
  const isOut = () => failures++ < 20;
  const { server, add, start, delivered } = await makeSender({
    answer: () => (isOut() ? { status: 503 } : { status: 201, store: true }),
  });
  add(makeEvent('threat-1'), makeEvent('low-1', { threatLevel: 3 }), makeEvent('threat-2'));
  add(makeEvent('low-2', { threatLevel: 7 }), makeEvent('threat-3', { threatLevel: 8 }));
  start();
  await delivered();
  expect(server.rows().map(({ event_id }) => event_id)).toEqual(['threat-3', 'threat-2', 'threat-1', 'low-1', 'low-2']);
});

test('a report that the server fails at does not block the others', async () => {
  const failing = { is: true };
  const { server, add, start, delivered } = await makeSender({
    answer: ({ event_id }) => (event_id === 'bad' && failing.is ? { status: 500 } : { status: 201, store: true }),
  });
  add(makeEvent('good-1'), makeEvent('good-2'), makeEvent('bad'));
  start();
  await server.untilStored(2);
  failing.is = false;
  await delivered();
  expect(server.rows().map(({ event_id }) => event_id)).toEqual(['good-2', 'good-1', 'bad']);
});

test('a clock that jumps by an hour does not change the order', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { server, add, start, delivered } = await makeSender({});
  const noon = Date.UTC(2026, 10, 24, 12);
  for (const [id, hours] of [
    ['1', 0],
    ['2', 1],
    ['3', 0],
    ['4', -1],
  ] as const) {
    vi.setSystemTime(noon + hours * 3_600_000);
    add(makeEvent(`low-${id}`, { threatLevel: 3 }), makeEvent(`threat-${id}`));
  }
  start();
  await delivered();
  const order = server.rows().map(({ event_id }) => event_id);
  expect(order).toEqual([...[4, 3, 2, 1].map((it) => `threat-${it}`), ...[1, 2, 3, 4].map((it) => `low-${it}`)]);
});

test.each([400, 413, 415, 422])(
  'an answer %i makes the report a dead letter, which can be queued again',
  async (status) => {
    const refusing = { is: true };
    const { server, outbox, add, start, delivered } = await makeSender({
      answer: () => (refusing.is ? { status } : { status: 201, store: true }),
    });
    add(makeEvent('a', { frameBytes: 100 }));
    start();
    await delivered();
    expect(outbox.deadLetters()).toMatchObject([
      { eventId: 'a', reason: `${status} {"error":"the double says ${status}"}` },
    ]);
    refusing.is = false;
    expect(outbox.retry()).toBe(1);
    add(makeEvent('b'));
    start();
    await delivered();
    expect(server.frame('a')).toHaveLength(100);
    expect(outbox.state()).toMatchObject({ waiting: 0, dead: 0, frameBytes: 0 });
  },
);

test('a full outbox drops the oldest pictures, but no event', () => {
  const { outbox, add } = makeOutbox(10_000);
  for (let at = 0; at < 10; at++) add(makeEvent(`${at}`, { frameBytes: 3_000 }));
  // A picture that is larger than the outbox does not displace others.
  add(makeEvent('large', { frameBytes: 20_000 }));
  expect(outbox.state()).toMatchObject({ waiting: 11, frameBytes: 9_000 });
  const left: [string, boolean][] = [];
  for (let it = outbox.next(); it; it = outbox.next()) {
    left.push([it.eventId, it.frame !== null]);
    outbox.delivered(it.id);
  }
  const expected = Array.from({ length: 10 }, (_, at) => [`${9 - at}`, at < 3]);
  expect(left).toEqual([['large', false], ...expected]);
  expect(outbox.state().frameBytes).toBe(0);
});

test('an event that is added twice is stored once', () => {
  const { outbox, add } = makeOutbox();
  const event = makeEvent(randomUUID(), { frameBytes: 10 });
  add(event, event);
  expect(outbox.state()).toMatchObject({ waiting: 1, frameBytes: 10 });
});

test('an event that a full disk cannot store is held in memory, and stored without its picture if necessary', async () => {
  const { outbox } = makeOutbox();
  let room = 0;
  const full = {
    ...outbox,
    add: (batch: Parameters<typeof outbox.add>[0]) => {
      if (batch.events.some(({ frame }) => (frame?.length ?? 0) + 1 > room))
        throw new Error('database or disk is full');
      outbox.add(batch);
    },
  };
  const backlog = createBacklog(full, () => undefined);
  cleanUps.push(backlog.stop);
  backlog.add({ events: [makeEvent('a', { frameBytes: 100 })], reportedTracks: [] });
  expect([backlog.waiting(), outbox.state().waiting]).toEqual([1, 0]);
  room = 10;
  await vi.waitUntil(() => outbox.state().waiting === 1, { timeout: 10_000 });
  expect(outbox.next()).toMatchObject({ eventId: 'a', frame: null });
});

test('held events are sent from memory, newest first and once each, and the disk is updated when it has room', async () => {
  const [{ outbox, add }, server] = [makeOutbox(), await startServerDouble()];
  add(makeEvent('on-disk-1'), makeEvent('on-disk-2'));
  const disk = { isFull: true };
  const unlessFull = <Args extends unknown[], Answer>(change: (...args: Args) => Answer) => {
    return (...args: Args): Answer => {
      if (disk.isFull) throw new Error('database or disk is full');
      return change(...args);
    };
  };
  const { delivered, failed, moveToDeadLetters } = outbox;
  const full = { ...outbox, add: unlessFull(outbox.add), delivered: unlessFull(delivered), failed: unlessFull(failed) };
  const backlog = createBacklog({ ...full, moveToDeadLetters: unlessFull(moveToDeadLetters) }, () => undefined);
  for (const id of ['held-1', 'held-2']) {
    backlog.add({ events: [makeEvent(id, { frameBytes: 100 })], reportedTracks: [] });
  }
  expect(backlog.waiting()).toBe(4);
  const sender = startSender(backlog, httpUplink({ server: server.url, keyFile: folder.at('device.key') }));
  cleanUps.push(server.stop, sender.stop, backlog.stop);
  await vi.waitUntil(() => backlog.waiting() === 0, { timeout: 10_000 });
  expect(server.posted()).toEqual(['held-2', 'held-1', 'on-disk-2', 'on-disk-1']);
  expect(server.frame('held-1')).toHaveLength(100);
  expect(outbox.state().waiting).toBe(2);
  disk.isFull = false;
  await vi.waitUntil(() => outbox.state().waiting === 0, { timeout: 10_000 });
  expect(server.posted()).toHaveLength(4);
});
