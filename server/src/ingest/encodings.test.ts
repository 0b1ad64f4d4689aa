import { expect, test, vi } from 'vitest';
import { connectCamera } from '../../test/data/camera.ts';
import { frameBytes } from '../../test/data/new-detection.ts';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { aReport, asCurlForm, asFormData, asJpeg, asJson, ENCODINGS, form, part } from '../../test/data/reports.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';

vi.setConfig({ testTimeout: 30_000 });

const JSON_PART = JSON.stringify(aReport());
const DETECTION = [part('name="detection"', 'application/json', JSON_PART)];
const FRAME = [part('name="frame"; filename="f"', 'image/jpeg', frameBytes())];
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);

onBothDatabases('a report', (fresh) => {
  test('is stored with its frame, byte by byte, in each encoding', async () => {
    const app = await buildTestApp(fresh);
    const camera = await connectCamera(app);
    const headers = await app.signIn();
    for (const [name, encode] of ENCODINGS) {
      const frame = frameBytes(90_000);
      const { status, body } = await camera.send(encode(aReport(), frame));
      expect([name, status, body]).toEqual([name, 201, { success: true, detection_id: expect.any(Number) }]);

      const url = `/api/detections/${body.detection_id}`;
      const { detection } = (await app.api.inject({ url, headers })).json();
      expect(detection).toMatchObject({
        weapon_type: 'rifle',
        confidence: 91,
        timestamp: '2025-01-15T11:59:00.000Z',
        received_at: '2025-01-15T12:00:00.000Z',
        device_id: camera.id,
        source: 'device',
        jpeg_endpoint: `${url}/jpeg`,
      });
      const { rawPayload } = await app.api.inject({ url: `${url}/jpeg`, headers });
      expect(frame.equals(rawPayload)).toBe(true);
    }
  });

  test('is stored without a frame', async () => {
    const app = await buildTestApp(fresh);
    const camera = await connectCamera(app);
    const headers = await app.signIn();
    for (const encode of [asFormData, asCurlForm, asJson]) {
      const { status, body } = await camera.send(encode(aReport(), null));
      expect(status).toBe(201);
      const { detection } = (await app.api.inject({ url: `/api/detections/${body.detection_id}`, headers })).json();
      expect(detection).toMatchObject({ has_binary_jpeg: false, jpeg_endpoint: null });
    }
  });
});

test('a frame is accepted by its bytes, not by its declared type', async () => {
  const app = await buildTestApp(freshSqlite);
  const { send } = await connectCamera(app);
  const jpeg = asJpeg(aReport(), frameBytes());
  const called = (type: string, { headers, body } = jpeg) => ({ headers: { ...headers, 'content-type': type }, body });
  const named = (type: string, bytes: Buffer) =>
    form([
      part('name="detection"', 'application/json', JSON.stringify(aReport())),
      part('name="frame"; filename="f"', type, bytes),
    ]);

  expect((await send(called('image/png'))).status).toBe(201);
  expect((await send(called('application/octet-stream', asJpeg(aReport(), frameBytes())))).status).toBe(201);
  expect((await send(named('image/png', frameBytes()))).status).toBe(201);

  for (const body of [
    asJpeg(aReport(), PNG),
    asJpeg(aReport(), Buffer.from('hello')),
    asJpeg(aReport(), Buffer.from([0xff, 0xd8])),
    asJpeg(aReport(), Buffer.alloc(0)),
    asJson(aReport(), PNG),
    asJson(aReport({ frame: '' }), null),
    named('image/jpeg', PNG),
    named('image/jpeg', Buffer.alloc(0)),
    called('text/plain'),
    called('application/xml'),
  ]) {
    const answer = await send(body);
    expect([answer.status, answer.body]).toEqual([
      415,
      { success: false, code: 'UNSUPPORTED_MEDIA_TYPE', message: expect.any(String) },
    ]);
  }
  expect((await app.dependencies.detectionStore.newest({ limit: 10, after: null })).length).toBe(3);
});

test('an invalid body is answered 400 with the name of the part', async () => {
  const app = await buildTestApp(freshSqlite);
  const { send } = await connectCamera(app);
  for (const [body, field] of [
    [{ headers: { 'content-type': 'image/jpeg' }, body: frameBytes() }, 'X-Detection'],
    [jpegWith('%E0%A4%A'), 'X-Detection'],
    [jpegWith('%7Bbroken'), 'X-Detection'],
    [jpegWith(encodeURIComponent(JSON.stringify(aReport({ event_id: undefined })))), 'event_id'],
    [asJson(aReport({ frame: 'this is not base64!' }), null), 'frame'],
    [asJson(aReport({ frame: 'data:image/jpeg;base64,/9j/4AAQ' }), null), 'frame'],
    [asJson(aReport({ frame: 7 }), null), 'frame'],
    [asJson(aReport({ frame: null }), null), 'frame'],
    [form([]), 'detection'],
    [form([part('name="frame"; filename="f"', 'image/jpeg', frameBytes())]), 'detection'],
    [form([part('name="detection"; filename="d"', 'application/json', '{')]), 'detection'],
    [form([part('name="detection"', 'application/json', '{')]), 'detection'],
    [form([part('name="detection"', 'text/plain', '')]), 'detection'],
    [form([part('name="detection"', 'application/json', JSON_PART), part('name="x"', 'text/plain', 'y')]), 'x'],
    [form([part('name="picture"; filename="f"', 'image/jpeg', frameBytes())]), 'picture'],
    [form([...DETECTION, ...DETECTION]), 'detection'],
    [form([...DETECTION, ...FRAME, ...FRAME]), 'frame'],
  ] as const) {
    const answer = await send(body);
    expect([answer.status, answer.body]).toEqual([
      400,
      { success: false, code: 'BAD_REQUEST', message: expect.stringContaining(field), field },
    ]);
  }
});

test('a form with more parts than a report has is answered 400', async () => {
  const app = await buildTestApp(freshSqlite);
  const { send } = await connectCamera(app);
  for (const parts of [
    [...DETECTION, ...FRAME, ...FRAME, ...FRAME],
    [...DETECTION, ...['a', 'b', 'c', 'd'].map((name) => part(`name="${name}"`, 'text/plain', 'y'))],
  ]) {
    const answer = await send(form(parts));
    expect([answer.status, answer.body]).toEqual([
      400,
      { success: false, code: 'BAD_REQUEST', message: expect.stringContaining('too many parts') },
    ]);
  }
  expect((await send(asCurlForm(aReport(), frameBytes()))).status).toBe(201);
});

test('an empty body and one of another type are answered with the three supported types', async () => {
  const app = await buildTestApp(freshSqlite);
  const { send } = await connectCamera(app);
  for (const [body, status, code] of [
    [{}, 400, 'BAD_REQUEST'],
    [{ headers: { 'content-type': 'application/json' }, body: '' }, 400, 'BAD_REQUEST'],
    [{ headers: { 'content-type': 'text/plain' }, body: JSON_PART }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const) {
    const answer = await send(body);
    expect([answer.status, answer.body]).toEqual([
      status,
      {
        success: false,
        code,
        message: expect.stringMatching(/multipart\/form-data.*application\/json.*image\/jpeg.*X-Detection/),
      },
    ]);
  }
});

test('a body that is no report is answered 400', async () => {
  const app = await buildTestApp(freshSqlite);
  const { send } = await connectCamera(app);
  const json = (body: string) => ({ headers: { 'content-type': 'application/json' }, body });
  const cut = (bytes: number) => {
    const { headers, body } = asCurlForm(aReport(), frameBytes());
    return { headers, body: body.subarray(0, bytes) };
  };
  for (const body of [
    ...['{"event_id":', '', '[]', 'null', '"text"', '{"__proto__":{"event_id":"x"}}'].map(json),
    {},
    ...[10, 60, 200, 1_000].map(cut),
    { headers: { 'content-type': 'multipart/form-data' }, body: 'x' },
    { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x\r\nnothing' },
  ]) {
    const answer = await send(body);
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, code: 'BAD_REQUEST' }]);
  }
  expect(await app.dependencies.detectionStore.newest({ limit: 10, after: null })).toEqual([]);
});

function jpegWith(header: string) {
  return { headers: { 'content-type': 'image/jpeg', 'x-detection': header }, body: frameBytes() };
}
