import { expect, test, vi } from 'vitest';
import { connectCamera } from '../../test/data/camera.ts';
import { frameBytes } from '../../test/data/new-detection.ts';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { aReport, asFormData, asJpeg, asJson } from '../../test/data/reports.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';

vi.setConfig({ testTimeout: 30_000 });

onBothDatabases('a report that is sent again', (fresh) => {
  test('20 times at once is stored once: one 201, the others 200 with the same id', async () => {
    const app = await buildTestApp(fresh);
    const { send } = await connectCamera(app);
    const report = aReport();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send((index % 2 ? asJpeg : asFormData)(report, frameBytes()))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.detection_id)).size).toBe(1);
    expect(answers.every(({ body }) => body.success === true && Object.keys(body).length === 2)).toBe(true);
    expect(await app.dependencies.detectionStore.newest({ limit: 10, after: null })).toHaveLength(1);
  });

  test('does not change the stored detection, and its frame is not stored', async () => {
    const app = await buildTestApp(fresh);
    const headers = await app.signIn();
    const { send } = await connectCamera(app);
    const frame = frameBytes();
    const first = await send(asJpeg(aReport({ event_id: 'e 1' }), frame));
    const url = `/api/detections/${first.body.detection_id}`;
    const before = (await app.api.inject({ url, headers })).json();

    const again = await send(asJpeg(aReport({ event_id: 'e 1', weapon_type: 'Knife', confidence: 0.1 }), frameBytes()));
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await app.api.inject({ url, headers })).json()).toEqual(before);
    expect(frame.equals((await app.api.inject({ url: `${url}/jpeg`, headers })).rawPayload)).toBe(true);
    expect((await app.api.inject({ url: '/api/detections/stats', headers })).json()).toMatchObject({ total: 1 });
  });

  test('is recognised after a restart, and after its detection was deleted or all were cleared', async () => {
    const place = await fresh();
    const app = await buildTestApp(async () => place);
    const camera = await connectCamera(app);
    const report = aReport();
    const { body: first } = await camera.send(asJson(report, frameBytes()));
    await app.close();

    const restarted = await buildTestApp(async () => place);
    const sendAgain = async () => {
      const authorization = `Bearer ${camera.key}`;
      const call = { method: 'POST', url: '/api/ingest/detections', headers: { authorization } } as const;
      const answer = await restarted.api.inject({ ...call, payload: report });
      return [answer.statusCode, answer.json()];
    };
    const headers = await restarted.signIn();
    expect(await sendAgain()).toEqual([200, first]);

    const url = `/api/detections/${first.detection_id}`;
    expect((await restarted.api.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200);
    expect(await sendAgain()).toEqual([200, first]);
    expect((await restarted.api.inject({ url, headers })).statusCode).toBe(404);

    await restarted.api.inject({ method: 'DELETE', url: '/api/detections/all', headers });
    expect(await sendAgain()).toEqual([200, first]);
    expect((await restarted.api.inject({ url: '/api/detections/all', headers })).json()).toMatchObject({ total: 0 });
  });

  test('by another device is a new report', async () => {
    const app = await buildTestApp(fresh);
    const [one, other] = [await connectCamera(app), await connectCamera(app)];
    const report = aReport();
    expect((await one.send(asJson(report, null))).status).toBe(201);
    expect((await other.send(asJson(report, null))).status).toBe(201);
  });

  test('after it was refused is a new report', async () => {
    const { send } = await connectCamera(await buildTestApp(fresh));
    const report = aReport();
    expect((await send(asJson({ ...report, confidence: 7 }, null))).status).toBe(400);
    expect((await send(asJson(report, Buffer.from('no JPEG')))).status).toBe(415);
    expect((await send(asJson(report, null))).status).toBe(201);
  });
});
