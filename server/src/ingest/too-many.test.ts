import { expect, test, vi } from 'vitest';
import { connectCamera } from '../../test/data/camera.ts';
import { newDetection } from '../../test/data/new-detection.ts';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { aReport, asJson } from '../../test/data/reports.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { buildApp } from '../app.ts';
import { createDetectionWriter } from '../writer/detection-writer.ts';
import type { WriterLink } from '../writer/writer-link.ts';

vi.setConfig({ testTimeout: 30_000 });

test('a device over its rate is answered 429 with a time to retry, and others are not delayed', async () => {
  const app = await buildTestApp(freshSqlite, { deviceRateLimit: 5 });
  const fast = await connectCamera(app);
  const slow = await connectCamera(app);
  const statuses = [];
  for (let sent = 0; sent < 7; sent += 1) statuses.push((await fast.send(asJson(aReport(), null))).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);

  const refused = await fast.send(asJson(aReport(), null));
  expect(refused.body).toEqual({ success: false, code: 'RATE_LIMITED', message: expect.stringContaining('5 times') });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await slow.send(asJson(aReport(), null))).status).toBe(201);

  app.clock.advance(1_000);
  expect((await fast.send(asJson(aReport(), null))).status).toBe(201);
});

const silent: WriterLink = { ask: () => new Promise(() => {}), stop: async () => {} };
const broken: WriterLink = { ask: () => Promise.reject(new Error('disk full')), stop: async () => {} };

/** The app with a replaced writer thread. */
async function appOn(link: WriterLink) {
  const app = await buildTestApp(freshSqlite);
  const refusals: string[] = [];
  const writer = createDetectionWriter({
    link,
    onCreated: () => {},
    onChange: () => {},
    onRefused: (reason) => refusals.push(reason),
    onError: () => {},
  });
  const { key } = await connectCamera(app);
  const api = await buildApp({ ...app.dependencies, writer });
  const report = () =>
    api.inject({
      method: 'POST',
      url: '/api/ingest/detections',
      headers: { authorization: `Bearer ${key}` },
      payload: aReport(),
    });
  return { writer, report, refusals };
}

test('a report is answered 503 with a time to retry when too many reports are queued', async () => {
  const { writer, report } = await appOn(silent);
  const first = writer.add(newDetection(), null);
  // The first report must be on its way to the thread, or the others would join its batch.
  await new Promise((resolve) => setImmediate(resolve));
  for (let waiting = 0; waiting < 10_000; waiting += 1) void writer.add(newDetection(), null);

  const answer = await report();
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
  expect(answer.json()).toEqual({
    success: false,
    code: 'UNAVAILABLE',
    message: 'Too many reports are waiting to be stored',
  });
  expect(await Promise.race([first, 'still waiting'])).toBe('still waiting');
});

test('a report with a frame is answered 503 when too many bytes are queued, and one without is accepted', async () => {
  const { writer } = await appOn(silent);
  const megabytes = new Uint8Array(32 * 1024 * 1024);
  void writer.add(newDetection(), null);
  await new Promise((resolve) => setImmediate(resolve));
  for (let waiting = 0; waiting < 8; waiting += 1) void writer.add(newDetection(), megabytes);
  await expect(writer.add(newDetection(), megabytes)).rejects.toMatchObject({
    apiCode: 'UNAVAILABLE',
    retryAfterSeconds: 1,
  });
  expect(await Promise.race([writer.add(newDetection(), null), 'waiting'])).toBe('waiting');
});

test('a report that could not be written is answered 503, and its cause is only logged', async () => {
  const { report, refusals } = await appOn(broken);
  const answer = await report();
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
  expect(answer.json()).toEqual({
    success: false,
    code: 'UNAVAILABLE',
    message: 'The report could not be stored; send it again',
  });
  expect(refusals).toEqual(['disk full']);
});
