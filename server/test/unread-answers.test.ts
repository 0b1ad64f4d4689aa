import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { PAGE_MAX_BYTES } from '@vedette/contract/limits';
import { expect, onTestFinished, test } from 'vitest';
import { newDetection } from './data/new-detection.ts';
import { freshSqlite, onBothDatabases } from './data/on-both-databases.ts';
import { buildTestApp, type TestApp } from './servers/build-test-app.ts';

const LONG = 'x'.repeat(20_000);

/** Enough detections for a response that is larger than the buffers of a connection. */
async function storeLongOnes({ dependencies }: TestApp, count: number) {
  await Promise.all(
    Array.from({ length: count }, () => dependencies.writer.add(newDetection({ description: LONG }), null)),
  );
}

onBothDatabases('a page', (fresh) => {
  test('ends when the response is long enough, and the next page continues after it', async () => {
    const app = await buildTestApp(fresh);
    await storeLongOnes(app, 120);
    const headers = await app.signIn();
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const url: string = `/api/detections/all?limit=1000${cursor && `&cursor=${cursor}`}`;
      const answer = await app.api.inject({ url, headers });
      expect(answer.payload.length).toBeLessThan(1.1 * PAGE_MAX_BYTES);
      seen.push(...answer.json().data.map(({ id }: { id: number }) => id));
      cursor = answer.json().next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
  });
});

test('the connection of an unread response is closed', async () => {
  const app = await buildTestApp(freshSqlite);
  await storeLongOnes(app, 120);
  const guard = await app.signIn();
  const url = new URL(await app.api.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(url.port), url.hostname);
  onTestFinished(() => void socket.destroy());
  const asked = once(app.api.server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const ask = `GET /api/detections/all?limit=1000 HTTP/1.1\r\nHost: x\r\nCookie: ${guard.cookie}\r\n\r\n`;
  // Several responses on one connection together exceed the system's buffers.
  socket.write(ask.repeat(12));
  const [, response] = await asked;
  const { socket: served } = response;
  if (served === null) throw new Error('The request has no connection');
  await closed(served);
  expect(response.destroyed || response.writableFinished).toBe(true);
});

async function closed(socket: Socket) {
  if (!socket.destroyed) await once(socket, 'close');
}
