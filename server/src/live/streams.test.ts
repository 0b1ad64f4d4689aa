import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newDetection } from '../../test/data/new-detection.ts';
import { type FreshDatabase, freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { openStream, type ReceivedEvent } from '../../test/servers/open-stream.ts';
import type { Guard } from '../../test/servers/sign-in-as.ts';
import type { Api } from '../http/api.ts';
import { REPLAY_MAX_EVENTS } from './streams.ts';

async function openServer(fresh: FreshDatabase) {
  const app = await buildTestApp(fresh);
  const url = await app.api.listen({ host: '127.0.0.1', port: 0 });
  return { ...app, url, guard: await app.signIn(), writer: app.dependencies.writer };
}

const numbers = (events: readonly ReceivedEvent[]) =>
  events.flatMap(({ id, event }) => (event === 'hello' || id === null ? [] : [id]));
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

it('sets the reconnection time of browsers to at most a second', async () => {
  const { url, guard } = await openServer(freshSqlite);
  const { body } = await fetch(`${url}/api/detections/stream`, { headers: { cookie: guard.cookie } });
  const reader = body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  const [, retry] = /^retry: (\d+)$/m.exec(Buffer.from(value ?? []).toString()) ?? [];
  expect(Number(retry)).toBeLessThanOrEqual(1_000);
});

onBothDatabases('a stream', (fresh) => {
  it('begins with hello and sends every change with its number', async () => {
    const { url, guard, writer } = await openServer(fresh);
    await writer.add(newDetection(), null);
    const stream = await openStream({ url, guard });
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    await stream.until((events) => events.length === 1);
    const { id } = await writer.add(newDetection({ location: 'Pier 4' }), null);
    await writer.remove(id);
    await writer.clear();
    await stream.until((events) => events.some(({ event }) => event === 'detections.cleared'));
    const [hello, ...rest] = stream.events;
    expect(hello).toMatchObject({ id: 1, event: 'hello', data: { seq: 1, server_version: expect.any(String) } });
    // The creation of a detection that is deleted at once may be left out; its deletion may not.
    expect(rest.filter(({ event }) => event !== 'detection.created')).toEqual([
      { id: 3, event: 'detection.deleted', data: { id } },
      { id: 4, event: 'detections.cleared', data: {} },
    ]);
  });

  it('sends a detection in the form of the list', async () => {
    const { url, guard, writer, api } = await openServer(fresh);
    const stream = await openStream({ url, guard });
    await writer.add(newDetection({ location: 'Pier 4', metrics: '{"cpu_usage":1}' }), null);
    await stream.until((events) => events.length === 2);
    const list = await api.inject({ url: '/api/detections/all', headers: guard });
    expect(stream.events[1]?.data).toEqual(list.json().data[0]);
  });

  it('resumes after the last event id', async () => {
    const { url, guard, writer } = await openServer(fresh);
    for (let count = 0; count < 5; count += 1) await writer.add(newDetection(), null);
    const stream = await openStream({ url, guard, lastEventId: 2 });
    await stream.until((events) => events.length === 4);
    await writer.add(newDetection(), null);
    await stream.until((events) => events.length === 5);
    expect(stream.events[0]).toMatchObject({ id: 2, event: 'hello', data: { seq: 2 } });
    expect(numbers(stream.events)).toEqual([3, 4, 5, 6]);
  });

  it('neither misses nor repeats an event while readers reconnect under load', async () => {
    const { url, guard, writer } = await openServer(fresh);
    const reports = 600;
    const readers = Array.from({ length: 12 }, async (_, reader) => {
      const seen: number[] = [];
      let lastEventId = 0;
      // Each reader drops its connection at other moments, in the middle of replays too.
      for (let visit = 1; lastEventId < reports; visit += 1) {
        const stream = await openStream({ url, guard, lastEventId });
        const patience = 7 + ((reader * 31 + visit * 17) % 90);
        await stream.until((events) => numbers(events).length >= patience || (numbers(events).at(-1) ?? 0) === reports);
        seen.push(...numbers(stream.events));
        lastEventId = seen.at(-1) ?? lastEventId;
        await stream.drop();
      }
      return seen;
    });
    const pour = Promise.all(Array.from({ length: reports }, () => writer.add(newDetection(), null)));
    for (const seen of await Promise.all(readers)) expect(seen).toEqual(from(1, reports));
    await pour;
  });

  it('sends reset to a reader whose last event id is too old, too new or invalid', async () => {
    const { url, guard, writer, dependencies } = await openServer(fresh);
    for (let count = 0; count < 6; count += 1) await writer.add(newDetection(), null);
    // Once one reader has the last event, the follower has read them all, and only replays can see the deletions below.
    const witness = await openStream({ url, guard, lastEventId: 0 });
    await witness.until((events) => numbers(events).at(-1) === 6);
    await dependencies.database.kysely.deleteFrom('event').where('seq', '<=', 4).execute();
    for (const lastEventId of [3, 7, 'junk', '-1']) {
      const stream = await openStream({ url, guard, lastEventId });
      await stream.until((events) => events.length === 2);
      expect(stream.events).toMatchObject([
        { id: null, event: 'reset' },
        { id: 6, event: 'hello', data: { seq: 6 } },
      ]);
    }
    const justInTime = await openStream({ url, guard, lastEventId: 4 });
    await justInTime.until((events) => events.length === 3);
    expect(numbers(justInTime.events)).toEqual([5, 6]);
  });

  it('sends reset to a reader that missed more events than are replayed', async () => {
    const { url, guard, dependencies } = await openServer(fresh);
    const { kysely } = dependencies.database;
    const newest = REPLAY_MAX_EVENTS + 10;
    const deletion = { kind: 'deleted' as const, detection_id: 1 };
    for (let seq = 1; seq <= newest; seq += 1_000) {
      const many = from(seq, Math.min(seq + 999, newest)).map((number) => ({ seq: number, ...deletion }));
      await kysely.insertInto('event').values(many).execute();
    }
    await kysely.updateTable('event_head').set({ seq: newest }).execute();
    await dependencies.eventFollower.reached(newest);
    const late = await openStream({ url, guard, lastEventId: newest - REPLAY_MAX_EVENTS - 1 });
    await late.until((events) => events.length === 2);
    expect(late.events).toMatchObject([{ event: 'reset' }, { id: newest, event: 'hello' }]);
    const justInTime = await openStream({ url, guard, lastEventId: newest - REPLAY_MAX_EVENTS });
    await justInTime.until((events) => numbers(events).length === REPLAY_MAX_EVENTS);
  });

  it('ends with the session', async () => {
    const { url, guard, dependencies } = await openServer(fresh);
    const stream = await openStream({ url, guard });
    await dependencies.database.kysely.deleteFrom('auth_session').execute();
    await stream.ended;
    expect(dependencies.streams.count()).toBe(0);
  });
});

it('ends with the server', async () => {
  const { url, guard, api } = await openServer(freshSqlite);
  const streams = await Promise.all(from(1, 5).map(() => openStream({ url, guard })));
  await api.close();
  await Promise.all(streams.map(({ ended }) => ended));
});

/** A connection to the stream that never reads, and the server's side of it. */
async function stall({ url, guard, api }: { url: string; guard: Guard; api: Api }) {
  const asked = once(api.server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(`GET /api/detections/stream HTTP/1.1\r\nHost: x\r\nCookie: ${guard.cookie}\r\n\r\n`);
  const [, response] = await asked;
  await once(socket, 'readable');
  socket.pause();
  return response;
}

it('disconnects a reader that stops reading and serves the others', async () => {
  const { url, guard, writer, dependencies, api } = await openServer(freshSqlite);
  await stall({ url, guard, api });
  const other = await openStream({ url, guard });
  await vi.waitFor(() => expect(dependencies.streams.count()).toBe(2));

  const location = 'x'.repeat(200);
  for (let batch = 1; batch <= 100 && dependencies.streams.count() === 2; batch += 1) {
    await Promise.all(from(1, 250).map(() => writer.add(newDetection({ location }), null)));
    await other.until((events) => (numbers(events).at(-1) ?? 0) === batch * 250);
  }
  expect(dependencies.streams.count()).toBe(1);
  expect(numbers(other.events)).toEqual(from(1, numbers(other.events).length));
});

it('ends the stream of a stalled reader whose session ends', async () => {
  const { url, guard, writer, dependencies, api, signIn } = await openServer(freshSqlite);
  const stalled = await signIn('stalled@gmail.com');
  const response = await stall({ url, guard: stalled, api });
  const other = await openStream({ url, guard });
  await vi.waitFor(() => expect(dependencies.streams.count()).toBe(2));
  const description = 'x'.repeat(20_000);
  let reported = 0;
  const report = async (count: number) => {
    await Promise.all(from(1, count).map(() => writer.add(newDetection({ description }), null)));
    reported += count;
    await other.until((events) => numbers(events).at(-1) === reported);
  };
  // Fills the socket buffers of the system, so that unread bytes remain in the server.
  while (response.writableLength === 0) await report(20);
  expect(response.destroyed).toBe(false);

  await api.inject({ method: 'POST', url: '/api/auth/sign-out', headers: stalled });
  await vi.waitFor(() => expect(dependencies.streams.count()).toBe(1), { timeout: 10_000 });
  await report(5);
  expect(response.destroyed).toBe(true);
  expect(numbers(other.events)).toEqual(from(1, reported));
});

it('opens no stream after stop', async () => {
  const { url, guard, dependencies } = await openServer(freshSqlite);
  dependencies.streams.stop();
  const late = await openStream({ url, guard });
  await late.ended;
  expect(dependencies.streams.count()).toBe(0);
});
