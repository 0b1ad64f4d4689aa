import { randomUUID } from 'node:crypto';
import type { Device } from '@vedette/contract/device';
import { FRAME_MAX_BYTES } from '@vedette/contract/limits';
import { expect, test } from 'vitest';
import { aHeartbeat } from '../../test/data/heartbeats.ts';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { photograph } from '../../test/data/photograph.ts';
import { aReport, type ReportFields } from '../../test/data/reports.ts';
import { brokerDeliveries, mqttCamera, startBroker, untilMqttConnected } from '../../test/doubles/mqtt-broker.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';

const text = (fields: ReportFields = {}) => JSON.stringify(aReport(fields));

async function stored({ api, signIn }: Pick<TestApp, 'api' | 'signIn'>) {
  const answer = await api.inject({ url: '/api/detections/all', headers: await signIn('list@gmail.com') });
  return answer.json<{ data: { id: number; weapon_type: string; device_id: string; has_binary_jpeg: boolean }[] }>()
    .data;
}

onBothDatabases('reports over MQTT', (fresh) => {
  test('are stored and answered as over HTTP, once per event id, with the frame in base64 or as the payload', async () => {
    const broker = await startBroker();
    const app = await buildTestApp(fresh, { mqttUrl: broker.url, metrics: true });
    const camera = await mqttCamera(broker, app.dependencies);
    await untilMqttConnected(app);
    const { detections } = camera.topics;
    const frame = await photograph({ width: 320, height: 240 });
    const report = text();
    const first = await camera.ask(detections, report);
    expect(first).toEqual({
      status: 201,
      retry_after: null,
      body: { success: true, detection_id: expect.any(Number) },
    });
    expect(await camera.ask(detections, report)).toEqual({ ...first, status: 200 });
    const inBase64 = text({ frame: frame.toString('base64'), weapon_type: 'Knife' });
    expect((await camera.ask(detections, inBase64)).status).toBe(201);
    const asPayload = { properties: { userProperties: { 'x-detection': text({ weapon_type: 'Pistol' }) } } };
    expect((await camera.ask(detections, frame, asPayload)).status).toBe(201);
    const rows = await stored(app);
    expect(rows.map(({ weapon_type, has_binary_jpeg }) => [weapon_type, has_binary_jpeg])).toEqual([
      ['Pistol', true],
      ['Knife', true],
      ['rifle', false],
    ]);
    expect(new Set(rows.map(({ device_id }) => device_id))).toEqual(new Set([camera.id]));
    const jpeg = await app.api.inject({ url: `/api/detections/${rows[0]?.id}/jpeg`, headers: await app.signIn() });
    expect(jpeg.rawPayload.equals(frame)).toBe(true);
    const metrics = (await app.api.inject({ url: '/metrics' })).payload;
    expect(metrics).toContain('vedette_mqtt_connected 1');
    expect(metrics).toContain('vedette_mqtt_messages_total{kind="report",status="201"} 3');
    expect(metrics).toContain('vedette_reports_total{status="201"} 3');
  });
});

test('a drill is answered, and is no detection', async () => {
  const broker = await startBroker();
  const app = await buildTestApp(freshSqlite, { mqttUrl: broker.url, team: true });
  const camera = await mqttCamera(broker, app.dependencies);
  await untilMqttConnected(app);
  const answer = await camera.ask(camera.topics.detections, text({ drill: true }));
  expect(answer).toEqual({ status: 202, retry_after: null, body: { success: true, drill_id: 1 } });
  expect(await stored(app)).toEqual([]);
});

test('a report that is refused for good is acknowledged, answered with the reason and not stored', async () => {
  const broker = await startBroker();
  const app = await buildTestApp(freshSqlite, { mqttUrl: broker.url });
  const [camera, other] = [
    await mqttCamera(broker, app.dependencies),
    await mqttCamera(broker, app.dependencies, { name: 'Other' }),
  ];
  await untilMqttConnected(app);
  const { detections } = camera.topics;
  const withKey = (authorization: string) => ({ properties: { userProperties: { authorization } } });
  const notJpeg = { properties: { userProperties: { 'x-detection': text() } } };
  const answers = [
    await camera.ask(detections, '{'),
    await camera.ask(detections, text({ confidence: 2 })),
    await camera.ask(detections, text({ timestamp: '2025-01-17T12:00:00.000Z' })),
    await camera.ask(detections, Buffer.from('GIF89a'), notJpeg),
    await camera.ask(detections, Buffer.alloc(FRAME_MAX_BYTES + 1, 0xff), notJpeg),
    await camera.ask(detections, text(), withKey('')),
    await camera.ask(detections, text(), withKey(`Bearer ${other.key}`)),
  ].map(({ status, body }) => [status, (body as { field?: string }).field]);
  await app.dependencies.deviceStore.remove(camera.id);
  app.dependencies.deviceGate.invalidate(camera.id);
  const revoked = await camera.ask(detections, text());
  expect([...answers, [revoked.status, undefined]]).toEqual([
    [400, undefined],
    [400, 'confidence'],
    [400, 'timestamp'],
    [415, undefined],
    [413, undefined],
    [401, undefined],
    [401, undefined],
    [401, undefined],
  ]);
  app.expectLogLine(/400 over MQTT: weapon_type is missing/);
  await other.publish(other.topics.detections, '{"event_id":"a"}');
  await expect.poll(() => brokerDeliveries(broker).acknowledged).toEqual([153, 153, 153, 153, 153, 135, 135, 135, 153]);
  expect(await stored(app)).toEqual([]);
});

test('a device cannot make the server answer to another one', async () => {
  const broker = await startBroker();
  const app = await buildTestApp(freshSqlite, { mqttUrl: broker.url });
  const camera = await mqttCamera(broker, app.dependencies);
  const victim = await mqttCamera(broker, app.dependencies, { name: 'Victim' });
  await untilMqttConnected(app);
  const listener = await broker.client();
  const topics: string[] = [];
  listener.on('message', (topic) => topics.push(topic));
  await listener.subscribeAsync('vedette/+/answers/#');
  const properties = { responseTopic: victim.topics.answers };
  await camera.publish(camera.topics.detections, text(), { properties });
  await camera.ask(camera.topics.detections, text());
  await expect.poll(() => topics).toEqual([camera.topics.answers]);
  expect(await stored(app)).toHaveLength(2);
});

test("reports above a device's rate wait and are not lost", async () => {
  const broker = await startBroker();
  const app = await buildTestApp(freshSqlite, { mqttUrl: broker.url, deviceRateLimit: 2 });
  const camera = await mqttCamera(broker, app.dependencies);
  await untilMqttConnected(app);
  app.expectLogLine(/faster than 2 times a second/);
  for (let count = 0; count < 3; count++) await camera.publish(camera.topics.detections, text());
  await expect.poll(() => app.logLines().join()).toContain('faster than');
  await expect.poll(() => brokerDeliveries(broker).acknowledged).toEqual([0, 0]);
  app.clock.advance(1_000);
  await expect.poll(() => brokerDeliveries(broker).acknowledged).toEqual([0, 0, 0]);
  expect(await stored(app)).toHaveLength(3);
});

test('heartbeats are handled as over HTTP', async () => {
  const broker = await startBroker();
  const app = await buildTestApp(freshSqlite, { mqttUrl: broker.url });
  const camera = await mqttCamera(broker, app.dependencies);
  await untilMqttConnected(app);
  const answer = await camera.ask(camera.topics.heartbeat, JSON.stringify(aHeartbeat()));
  expect(answer).toMatchObject({ status: 200, body: { success: true, received_at: '2025-01-15T12:00:00.000Z' } });
  const url = `/api/devices/${camera.id}`;
  const { device } = (await app.api.inject({ url, headers: await app.signIn() })).json<{ device: Device }>();
  expect(device.state).toBe('online');
  const wrong = await camera.ask(camera.topics.heartbeat, JSON.stringify(aHeartbeat({ fps: -1 })));
  expect([wrong.status, wrong.body]).toEqual([400, expect.objectContaining({ field: 'fps' })]);
  expect((await camera.ask(camera.topics.heartbeat, JSON.stringify(aHeartbeat()))).status).toBe(429);
});

test('a frame in a separate message is stored with its report, whichever arrives first', async () => {
  const broker = await startBroker();
  const app = await buildTestApp(freshSqlite, { mqttUrl: broker.url });
  const camera = await mqttCamera(broker, app.dependencies);
  const other = await mqttCamera(broker, app.dependencies, { name: 'Other' });
  await untilMqttConnected(app);
  const frame = await photograph({ width: 320, height: 240 });
  const separate = { properties: { userProperties: { frame: 'separate' } } };
  const [before, after, never] = [randomUUID(), randomUUID(), randomUUID()];

  await camera.publish(camera.topics.frame(before), frame, { retain: true });
  await camera.ask(camera.topics.detections, text({ event_id: before }), separate);

  const reported = camera.ask(camera.topics.detections, text({ event_id: after }), separate);
  await expect.poll(broker.log).toContain(`${camera.topics.frame(after)} (QoS 0)`);
  // Another device must not add evidence.
  const userProperties = { authorization: `Bearer ${other.key}` };
  await other.publish(camera.topics.frame(after), Buffer.from('forged'), {
    properties: { userProperties },
  });
  await camera.publish(camera.topics.frame(after), frame, { retain: true });
  await reported;

  app.expectLogLine(/the frame of a report did not arrive/);
  await camera.ask(camera.topics.detections, text({ event_id: never }), separate);
  const rows = await stored(app);
  expect(rows.map(({ has_binary_jpeg }) => has_binary_jpeg)).toEqual([false, true, true]);
  // The broker must retain no frame.
  const late = await broker.client();
  const retained: string[] = [];
  late.on('message', (topic) => retained.push(topic));
  await late.subscribeAsync('vedette/#');
  await camera.ask(camera.topics.detections, text());
  expect(retained.filter((topic) => topic.includes('/frames/'))).toEqual([]);
});
