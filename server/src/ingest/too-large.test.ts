import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { FRAME_MAX_BYTES, REPORT_MAX_BYTES } from '@vedette/contract/limits';
import { expect, test, vi } from 'vitest';
import { addressOf, type Camera, connectCamera } from '../../test/data/camera.ts';
import { frameBytes } from '../../test/data/new-detection.ts';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { aReport, asCurlForm, asFormData, asJpeg, asJson, form, part } from '../../test/data/reports.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';

vi.setConfig({ testTimeout: 30_000 });

const TOO_LARGE = { success: false, code: 'TOO_LARGE', message: expect.any(String) };
const CHUNK = Buffer.alloc(64 * 1024, 0xff);
/** The largest limit, of JSON, and what the buffers of both sockets can hold. */
const SENT_MAX_BYTES = 5 * FRAME_MAX_BYTES;

const headersOf: [name: string, headers: Record<string, string>][] = [
  ['a JPEG', asJpeg(aReport(), null).headers],
  ['JSON', { 'content-type': 'application/json' }],
  ['a form', form([]).headers],
];

function post(address: string, { key }: Camera, headers: Record<string, string | number>): ClientRequest {
  const authorization = `Bearer ${key}`;
  return request(`${address}/api/ingest/detections`, { method: 'POST', headers: { authorization, ...headers } });
}

async function answerOf(call: ClientRequest): Promise<[status: number | undefined, body: unknown]> {
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray()).toString();
  call.on('error', () => {}).destroy();
  return [response.statusCode, JSON.parse(body)];
}

test.each(headersOf)('%s with too large a length is refused before its body is read', async (_name, type) => {
  const app = await buildTestApp(freshSqlite);
  const call = post(await addressOf(app), await connectCamera(app), { ...type, 'content-length': 100_000_000 });
  call.flushHeaders();
  expect(await answerOf(call)).toEqual([413, TOO_LARGE]);
});

test.each(headersOf)('%s that never ends is refused once it is too large', async (_name, type) => {
  const app = await buildTestApp(freshSqlite);
  const call = post(await addressOf(app), await connectCamera(app), { ...type, 'transfer-encoding': 'chunked' });
  if (type['content-type']?.startsWith('multipart')) {
    call.write(part('name="frame"; filename="f"', 'image/jpeg', CHUNK).subarray(0, -2));
  }
  let sent = 0;
  let answered = false;
  const sendOn = () => {
    sent += CHUNK.byteLength;
    if (!answered) call.write(CHUNK, (error) => error ?? setImmediate(sendOn));
  };
  sendOn();
  const answer = await answerOf(call);
  answered = true;
  expect(answer).toEqual([413, TOO_LARGE]);
  expect(sent).toBeGreaterThan(FRAME_MAX_BYTES);
  expect(sent).toBeLessThan(SENT_MAX_BYTES);
});

test('the limits are 5 MiB of JPEG and 64 KiB of report', async () => {
  const app = await buildTestApp(freshSqlite, { deviceRateLimit: 0 });
  const { send } = await connectCamera(app);
  for (const encode of [asJpeg, asJson, asFormData, asCurlForm]) {
    expect((await send(encode(aReport(), frameBytes(FRAME_MAX_BYTES)))).status).toBe(201);
    const { status, body } = await send(encode(aReport(), frameBytes(FRAME_MAX_BYTES + 1)));
    expect([status, body]).toEqual([413, TOO_LARGE]);
  }
  const long = aReport({ colour: 'x'.repeat(REPORT_MAX_BYTES) });
  for (const encode of [asFormData, asCurlForm]) {
    expect((await send(encode(long, frameBytes()))).status).toBe(413);
  }
  expect(await app.dependencies.detectionStore.newest({ limit: 10, after: null })).toHaveLength(4);
});
