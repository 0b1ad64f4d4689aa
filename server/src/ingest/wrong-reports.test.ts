import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { connectCamera } from '../../test/data/camera.ts';
import { frameBytes } from '../../test/data/new-detection.ts';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { aReport, asFormData, asJpeg, asJson, type ReportFields } from '../../test/data/reports.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';

vi.setConfig({ testTimeout: 30_000 });

const BOX = { left: 0.1, top: 0.1, width: 0.1, height: 0.1 };
const SHA256 = '0a'.repeat(32);

const wrong: [ReportFields, field: string][] = [
  ...['event_id', 'weapon_type', 'confidence', 'timestamp'].map((field): [ReportFields, string] => [
    { [field]: undefined },
    field,
  ]),
  ...['event_id', 'weapon_type', 'location', 'device'].flatMap((field): [ReportFields, string][] => [
    [{ [field]: '' }, field],
    [{ [field]: ' \u00a0' }, field],
    [{ [field]: 7 }, field],
    [{ [field]: null }, field],
    [{ [field]: 'a\u0000b' }, field],
    [{ [field]: 'a\nb' }, field],
    [{ [field]: '\u009f' }, field],
    [{ [field]: 'a\ud800' }, field],
    [{ [field]: '\udfffa' }, field],
    [{ [field]: 'x'.repeat(201) }, field],
  ]),
  [{ event_id: 'x'.repeat(129) }, 'event_id'],
  [{ weapon_type: 'x'.repeat(65) }, 'weapon_type'],
  [{ device: 'x'.repeat(101) }, 'device'],
  ...['0.5', true, null, -0.001, 1.001, [0.5]].map((confidence): [ReportFields, string] => [
    { confidence },
    'confidence',
  ]),
  ...['8', 0, 11, 7.5, null].map((threat_level): [ReportFields, string] => [{ threat_level }, 'threat_level']),
  ...[
    'yesterday',
    '2025-01-15',
    '2025-01-15T12:00:00',
    '2025-02-30T12:00:00Z',
    '2025-01-15T25:00:00Z',
    '2016-12-31T23:59:60Z',
    '2025-01-15T12:00:00+05',
    '2025-01-16T12:00:00.001Z',
    '2030-01-01T12:00:00Z',
    '9999-12-31T23:59:59-00:01',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+00:01',
    '',
    1_736_942_400_000,
    null,
  ].map((timestamp): [ReportFields, string] => [{ timestamp }, 'timestamp']),
  [{ metrics: [] }, 'metrics'],
  [{ metrics: null }, 'metrics'],
  [{ metrics: { cpu: 1 } }, 'metrics.cpu'],
  [{ metrics: { cpu_usage: true } }, 'metrics.cpu_usage'],
  [{ metrics: { cpu_usage: null } }, 'metrics.cpu_usage'],
  [{ metrics: { cpu_usage: 'x'.repeat(65) } }, 'metrics.cpu_usage'],
  [{ metrics: { network_status: 'a\u0000' } }, 'metrics.network_status'],
  [{ metrics: { network_status: '\ud800' } }, 'metrics.network_status'],
  [{ metrics: { alert_played: 1 } }, 'metrics.alert_played'],
  [{ metrics: { threat_level: 11 } }, 'metrics.threat_level'],
  ...['left', 'top', 'width', 'height'].flatMap((edge): [ReportFields, string][] => [
    [{ box: { ...BOX, [edge]: undefined } }, `box.${edge}`],
    [{ box: { ...BOX, [edge]: -0.001 } }, `box.${edge}`],
    [{ box: { ...BOX, [edge]: 1.001 } }, `box.${edge}`],
    [{ box: { ...BOX, [edge]: '0.5' } }, `box.${edge}`],
    [{ box: { ...BOX, [edge]: null } }, `box.${edge}`],
    [{ box: { ...BOX, [edge]: 0.902 } }, 'box'],
  ]),
  [{ box: { ...BOX, width: 0 } }, 'box.width'],
  [{ box: { ...BOX, height: 0 } }, 'box.height'],
  [{ box: { ...BOX, label: 'rifle' } }, 'box.label'],
  [{ box: [0, 0, 1, 1] }, 'box'],
  [{ box: null }, 'box'],
  ...['', ' ', 7, null, 'a\u0000', 'x'.repeat(65)].map((track_id): [ReportFields, string] => [
    { track_id },
    'track_id',
  ]),
  [{ model: null }, 'model'],
  [{ model: 'yolo' }, 'model'],
  [{ model: { sha256: SHA256 } }, 'model.name'],
  [{ model: { name: 'yolo' } }, 'model.sha256'],
  [{ model: { name: 'x'.repeat(129), sha256: SHA256 } }, 'model.name'],
  ...['', 'a'.repeat(63), 'A'.repeat(64), 'g'.repeat(64), `${SHA256}\n`, 7].map((sha256): [ReportFields, string] => [
    { model: { name: 'yolo', sha256 } },
    'model.sha256',
  ]),
  [{ model: { name: 'yolo', sha256: SHA256, version: 1 } }, 'model.version'],
  ...['true', 1, null].map((annotated): [ReportFields, string] => [{ annotated }, 'annotated']),
  ...['true', 1, null, true].map((drill): [ReportFields, string] => [{ drill }, 'drill']),
  [{ colour: 'red' }, 'colour'],
  [{ id: 7 }, 'id'],
];

onBothDatabases('an invalid report', (fresh) => {
  test('is answered 400 with the name of the field, in every encoding, and is not stored', async () => {
    const app = await buildTestApp(fresh, { deviceRateLimit: 0 });
    const { send } = await connectCamera(app);
    for (const [index, [given, field]] of wrong.entries()) {
      const encode = [asJson, asFormData, asJpeg][index % 3] ?? asJson;
      const { status, body } = await send(encode(aReport(given), frameBytes()));
      expect([given, status, body]).toEqual([
        given,
        400,
        { success: false, code: 'BAD_REQUEST', field, message: expect.stringContaining(field) },
      ]);
    }
    expect(await app.dependencies.detectionStore.newest({ limit: 10, after: null })).toEqual([]);
  });

  test('does not affect other reports: of 100 at once, 99 are stored', async () => {
    const app = await buildTestApp(fresh, { deviceRateLimit: 0 });
    const { send } = await connectCamera(app);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        send(asJpeg(aReport(index === 42 ? { confidence: 2 } : {}), frameBytes(30_000))),
      ),
    );
    expect(answers[42]?.status).toBe(400);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(99);
    const ids = answers.flatMap(({ body }) => body.detection_id ?? []);
    const stored = await app.dependencies.detectionStore.newest({ limit: 1_000, after: null });
    expect(stored.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

test('a number beyond the range of doubles is answered 400', async () => {
  const { send } = await connectCamera(await buildTestApp(freshSqlite));
  const body = JSON.stringify(aReport({ metrics: { cpu_usage: 0 } })).replace('"cpu_usage":0', '"cpu_usage":1e999');
  const answer = await send({ headers: { 'content-type': 'application/json' }, body });
  expect([answer.status, answer.body]).toMatchObject([400, { field: 'metrics.cpu_usage' }]);
});

test('a report without the key of a registered device is answered 401, whatever it contains', async () => {
  const app = await buildTestApp(freshSqlite);
  const camera = await connectCamera(app);
  const other = await connectCamera(app);
  const revoked = await connectCamera(app);
  await app.dependencies.deviceStore.remove(revoked.id);
  const [prefix, id] = camera.key.split('_');
  const guard = await app.signIn();

  for (const headers of [
    {},
    guard,
    { authorization: camera.key },
    { authorization: `Basic ${camera.key}` },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer vdk_' },
    { authorization: `Bearer ${camera.key}x` },
    { authorization: `Bearer ${prefix}_${id}_${randomBytes(32).toString('base64url')}` },
    { authorization: `Bearer ${prefix}_${id}_${other.key.split('_').slice(2).join('_')}` },
    { authorization: `Bearer ${prefix}_${'0'.repeat(16)}_${camera.key.split('_').slice(2).join('_')}` },
    { authorization: `Bearer ${revoked.key}` },
  ]) {
    for (const body of ['{}', '{"broken', JSON.stringify(aReport())]) {
      const answer = await app.api.inject({
        method: 'POST',
        url: '/api/ingest/detections',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      expect([headers, answer.statusCode, answer.json()]).toEqual([
        headers,
        401,
        { success: false, code: 'UNAUTHORIZED', message: expect.any(String) },
      ]);
    }
  }
  expect((await camera.send(asJson(aReport(), null))).status).toBe(201);
});
