import { Detection } from '@vedette/contract/detection';
import { expect, test, vi } from 'vitest';
import { addressOf, connectCamera } from '../../test/data/camera.ts';
import { DETECTION_KEYS, expectShape } from '../../test/data/expect-shape.ts';
import { frameBytes } from '../../test/data/new-detection.ts';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { aReport, asJson, ENCODINGS, type ReportFields } from '../../test/data/reports.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { openStream } from '../../test/servers/open-stream.ts';

vi.setConfig({ testTimeout: 30_000 });

const EVIDENCE = {
  box: { left: 0.125, top: 0.33333333333333331, width: 0.25, height: 0.5 },
  track_id: 'Person 7 · 門',
  model: { name: 'weapons-yolo11n', sha256: '0123456789abcdef'.repeat(4) },
  annotated: true,
};
const NONE = { box: null, track_id: null, model: null, annotated: false };

onBothDatabases('where the weapon is in the frame', (fresh) => {
  test('is kept from each encoding, and answered wherever the detection is', async () => {
    const app = await buildTestApp(fresh, { deviceRateLimit: 0 });
    const { send } = await connectCamera(app);
    const headers = await app.signIn();
    const get = async (url: string) => (await app.api.inject({ url, headers })).json();
    for (const [name, encode] of ENCODINGS) {
      const { status, body } = await send(encode(aReport(EVIDENCE), frameBytes()));
      expect([name, status]).toEqual([name, 201]);
      const url = `/api/detections/${body.detection_id}`;
      const { detection } = await get(url);
      expect([name, detection]).toMatchObject([name, EVIDENCE]);
      const listed = [
        (await get('/api/detections/all')).data[0],
        (await get('/api/detections/threats')).active_weapon_threats[0],
        (await get('/api/detections/weapons/rifle')).detections[0],
      ];
      for (const row of listed) {
        expectShape(row, Detection, DETECTION_KEYS);
        expect(row).toMatchObject({ id: body.detection_id, ...EVIDENCE });
      }
      const deleted = await app.api.inject({ method: 'DELETE', url, headers });
      expect(deleted.json().deleted_detection).toMatchObject(EVIDENCE);
    }
  });

  test('can be reported in part or left out', async () => {
    const app = await buildTestApp(fresh, { deviceRateLimit: 0 });
    const { send } = await connectCamera(app);
    const headers = await app.signIn();
    const parts: [ReportFields, answered: object][] = [
      [{}, NONE],
      [{ annotated: false }, NONE],
      [{ annotated: true }, { ...NONE, annotated: true }],
      [{ box: EVIDENCE.box }, { ...NONE, box: EVIDENCE.box }],
      [{ track_id: '7' }, { ...NONE, track_id: '7' }],
      [{ model: EVIDENCE.model }, { ...NONE, model: EVIDENCE.model }],
    ];
    for (const [given, answered] of parts) {
      const { status, body } = await send(asJson(aReport(given), null));
      expect([given, status]).toEqual([given, 201]);
      const { detection } = (await app.api.inject({ url: `/api/detections/${body.detection_id}`, headers })).json();
      expect(detection).toMatchObject(answered);
    }
  });

  test('is in the event of its report, also when the event is read from the log', async () => {
    const app = await buildTestApp(fresh);
    const { send } = await connectCamera(app);
    const [url, guard] = [await addressOf(app), await app.signIn()];
    const live = await openStream({ url, guard });
    const { body } = await send(asJson(aReport(EVIDENCE), null));
    await live.until((events) => events.length === 2);
    const replayed = await openStream({ url, guard, lastEventId: 0 });
    await replayed.until((events) => events.length === 2);
    for (const { events } of [live, replayed]) {
      expect(events[1]).toMatchObject({ id: 1, data: { id: body.detection_id, ...EVIDENCE } });
    }
  });

  test('stays as first reported when the report is repeated', async () => {
    const app = await buildTestApp(fresh);
    const { send } = await connectCamera(app);
    const headers = await app.signIn();
    const report = aReport(EVIDENCE);
    const { body } = await send(asJson(report, null));
    expect((await send(asJson({ ...report, track_id: 'other', box: undefined }, null))).status).toBe(200);
    const { detection } = (await app.api.inject({ url: `/api/detections/${body.detection_id}`, headers })).json();
    expect(detection).toMatchObject(EVIDENCE);
  });
});

test('a box may exceed the frame by as much as models round', async () => {
  const { send } = await connectCamera(await buildTestApp(freshSqlite, { deviceRateLimit: 0 }));
  const whole = { left: 0, top: 0, width: 1, height: 1 };
  for (const [box, status] of [
    [whole, 201],
    [{ ...whole, left: 0.000_9 }, 201],
    [{ ...whole, top: 0.000_9 }, 201],
    [{ ...whole, left: 0.001_1 }, 400],
    [{ ...whole, top: 0.001_1 }, 400],
    [{ left: 1, top: 1, width: 1e-9, height: 1e-9 }, 201],
  ] as const) {
    expect([box, (await send(asJson(aReport({ box }), null))).status]).toEqual([box, status]);
  }
});
