import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { eventLogInMemory } from '../../test/data/event-log-in-memory.ts';
import { openStream } from '../../test/servers/open-stream.ts';
import type { EventLog } from './event-log.ts';
import { followEventLog } from './event-log-follower.ts';
import { createStreams } from './streams.ts';

/** The streams of one server on a log that other servers write to as well. */
async function serveStreams(log: EventLog) {
  const eventFollower = await followEventLog({
    log,
    onError: (error) => {
      throw error;
    },
  });
  const streams = createStreams({ log, eventFollower, version: '1' });
  const server = createServer((request, response) => {
    response.writeHead(200);
    const { 'last-event-id': lastEventId } = request.headers;
    const viewer = { response, credentials: '', mayWatch: async () => true };
    void streams.open(viewer, typeof lastEventId === 'string' ? lastEventId : undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    streams.stop();
    await eventFollower.stop();
    server.close();
  });
  const bound = server.address();
  const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  const guard = { cookie: '', origin: url };
  return {
    eventFollower,
    open: (lastEventId?: number) => openStream({ url, guard, ...(lastEventId && { lastEventId }) }),
  };
}

test('a reader that was ahead at another server gets no event twice, and earlier readers miss none', async () => {
  const { log, grow } = eventLogInMemory();
  const here = await serveStreams(log);
  const resident = await here.open();
  await resident.until((events) => events.length === 1);
  // Committed by the other server; this one has not been notified yet.
  grow(5);
  const newcomer = await here.open(5);
  await newcomer.until((events) => events.length === 1);
  await here.eventFollower.reached(5);
  grow(7);
  here.eventFollower.wake();
  const receivedNumbers = async (stream: typeof resident) => {
    await stream.until((events) => events.at(-1)?.id === 7);
    return stream.events.map(({ id }) => id);
  };
  expect(await receivedNumbers(resident)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(await receivedNumbers(newcomer)).toEqual([5, 6, 7]);
});
