import { expect, test, vi } from 'vitest';
import { addressOf, connectCamera } from '../../test/data/camera.ts';
import { frameBytes } from '../../test/data/new-detection.ts';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { aReport, asJpeg, asJson } from '../../test/data/reports.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';
import { openStream } from '../../test/servers/open-stream.ts';

/** The current metrics by name and labels. */
async function measured({ api }: Pick<TestApp, 'api'>): Promise<Record<string, number>> {
  const { statusCode, body } = await api.inject('/metrics');
  expect(statusCode).toBe(200);
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ [^ ]+$/, ''), Number(line.split(' ').at(-1))]));
}

onBothDatabases('a server with METRICS=true', (fresh) => {
  test('counts reports by their status, and shows its state', async () => {
    const app = await buildTestApp(fresh, { metrics: true });
    const camera = await connectCamera(app);
    const guard = await app.signIn();
    const stream = await openStream({ url: await addressOf(app), guard });
    await stream.until((events) => events.length === 1);

    const report = aReport();
    const { body } = await camera.send(asJpeg(report, frameBytes(1_000)));
    await camera.send(asJpeg(report, frameBytes(1_000)));
    await camera.send(asJson(aReport({ confidence: 2 }), null));
    await stream.until((events) => events.length === 2);
    for (let look = 0; look < 3; look += 1) {
      await app.api.inject({ url: `/api/detections/${body.detection_id}/jpeg`, headers: guard });
    }

    await vi.waitFor(async () => {
      expect(await measured(app)).toMatchObject({
        'vedette_reports_total{status="201"}': 1,
        'vedette_reports_total{status="200"}': 1,
        'vedette_reports_total{status="400"}': 1,
      });
    }, 10_000);
    const { dialect } = app.dependencies.database;
    expect(await measured(app)).toMatchObject({
      vedette_commit_reports_count: 2,
      'vedette_commit_reports_bucket{le="1"}': 2,
      vedette_commit_seconds_count: 2,
      vedette_queue_reports: 0,
      vedette_queue_limit_reports: 10_000,
      vedette_stream_clients: 1,
      vedette_events_handed_on_total: 1,
      vedette_tail_lag_events: 0,
      vedette_frame_cache_hits_total: 2,
      vedette_frame_cache_misses_total: 1,
      'vedette_ready{part="database"}': 1,
      'vedette_ready{part="queue"}': 1,
      'vedette_ready{part="frames"}': 1,
      [`vedette_info{version="0.1.0",database="${dialect}"}`]: 1,
      process_start_time_seconds: expect.any(Number),
      nodejs_eventloop_lag_p99_seconds: expect.any(Number),
      ...(dialect === 'postgres' && { vedette_database_waiting: 0 }),
    });
  });
});

test('a server without its database still has metrics', async () => {
  const app = await buildTestApp(freshSqlite, { metrics: true });
  app.expectLogLine(/the database does not answer/);
  await app.dependencies.database.close();
  const now = await measured(app);
  expect(now['vedette_ready{part="database"}']).toBe(0);
  expect(now.vedette_tail_lag_events).toBe(Number.NaN);
});

test('metrics are answered 404 through a proxy', async () => {
  const { api } = await buildTestApp(freshSqlite, { metrics: true });
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    const answer = await api.inject({ url: '/metrics', headers: { [header]: '192.0.2.7' } });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  }
});

test('metrics are answered 404 when they are off', async () => {
  const app = await buildTestApp(freshSqlite);
  const answer = await app.api.inject('/metrics');
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  expect(app.dependencies.metrics).toBe(null);
});
