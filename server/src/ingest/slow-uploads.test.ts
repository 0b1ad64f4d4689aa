import { once } from 'node:events';
import { connect } from 'node:net';
import { FRAME_MAX_BYTES } from '@vedette/contract/limits';
import { expect, onTestFinished, test } from 'vitest';
import { addressOf, connectCamera } from '../../test/data/camera.ts';
import { frameBytes } from '../../test/data/new-detection.ts';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { aReport, asJpeg } from '../../test/data/reports.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';

/** Sends the headers of a report with a frame of the maximum size, and no body. */
async function announce(app: TestApp, key: string) {
  const { hostname, port } = new URL(await addressOf(app));
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  socket.on('error', () => {});
  const headers = [
    'POST /api/ingest/detections HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Content-Type: image/jpeg',
    `X-Detection: ${encodeURIComponent(JSON.stringify(aReport()))}`,
    `Content-Length: ${FRAME_MAX_BYTES}`,
  ];
  const received = once(app.api.server, 'request');
  socket.write(`${headers.join('\r\n')}\r\n\r\n`);
  await received;
  return { socket, answer: () => answer };
}

test('uploads of one device are limited in bytes, and others continue', async () => {
  const app = await buildTestApp(freshSqlite, { deviceRateLimit: 0 });
  const slow = await connectCamera(app);
  const other = await connectCamera(app);
  const uploads: Awaited<ReturnType<typeof announce>>[] = [];
  for (let count = 0; count < 7; count += 1) uploads.push(await announce(app, slow.key));
  await expect.poll(() => uploads.filter(({ answer }) => answer().includes('429')).length).toBe(1);
  expect(uploads.at(-1)?.answer()).toContain('Retry-After: 1'.toLowerCase());
  expect((await other.send(asJpeg(aReport(), frameBytes()))).status).toBe(201);
  // An upload that ends returns its bytes.
  for (const { socket } of uploads) socket.destroy();
  await expect.poll(async () => (await slow.send(asJpeg(aReport(), frameBytes()))).status).toBe(201);
});

test('uploads of all devices together are limited in bytes', async () => {
  const app = await buildTestApp(freshSqlite, { deviceRateLimit: 0 });
  const answers: (() => string)[] = [];
  for (let device = 0; device < 5; device += 1) {
    const { key } = await connectCamera(app);
    for (let count = 0; count < 6; count += 1) answers.push((await announce(app, key)).answer);
  }
  await expect.poll(() => answers.filter((answer) => answer().includes('503')).length).toBe(30 - 25);
});
