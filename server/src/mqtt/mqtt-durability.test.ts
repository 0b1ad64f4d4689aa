import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { emptyFolder } from '../../test/data/empty-folder.ts';
import { freshPostgres, freshSqlite } from '../../test/data/on-both-databases.ts';
import { photograph } from '../../test/data/photograph.ts';
import { aReport } from '../../test/data/reports.ts';
import { brokerDeliveries, mqttCamera, startBroker, untilMqttConnected } from '../../test/doubles/mqtt-broker.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { startRestartable } from '../../test/servers/restartable-server.ts';

vi.setConfig({ testTimeout: 120_000 });
const longTimeout = { timeout: 60_000 };

test('over TLS a report is acknowledged after the commit; a server that is killed before it gets the report again and stores it once', async () => {
  const broker = await startBroker();
  const place = await freshSqlite();
  const before = await buildTestApp(async () => place);
  const camera = await mqttCamera(broker, before.dependencies);
  await before.close();
  const server = await startRestartable({
    ...{ DATA_DIR: place.dataDir, MQTT_URL: broker.tlsUrl, NODE_EXTRA_CA_CERTS: broker.certificate },
  });
  await expect.poll(broker.log, longTimeout).toContain('vedette/+/detections');
  const database = new Sqlite(join(place.dataDir, 'vedette.db'));
  const rows = () => database.prepare('select weapon_type from detection').pluck().all();

  // The open transaction prevents any commit.
  database.exec('begin immediate');
  const report = JSON.stringify(aReport());
  await camera.publish(camera.topics.detections, report);
  await expect.poll(() => brokerDeliveries(broker).sentTo.length, longTimeout).toBe(1);
  await server.end('SIGKILL');
  database.exec('rollback');
  expect([rows(), brokerDeliveries(broker).acknowledged]).toEqual([[], []]);

  await server.restart('SIGKILL');
  await expect.poll(() => brokerDeliveries(broker).acknowledged, longTimeout).toEqual([0]);
  expect([rows(), brokerDeliveries(broker).sentTo.length]).toEqual([['rifle'], 2]);
  await camera.publish(camera.topics.detections, report);
  await expect.poll(() => brokerDeliveries(broker).acknowledged, longTimeout).toEqual([0, 0]);
  expect(rows()).toEqual(['rifle']);
  database.close();
  expect((await server.end('SIGTERM')).code).toBe(0);
  expect(server.logged(50)).toEqual([]);
});

test('while nothing can be stored, a request is answered with 503, and a report without a response topic waits', async () => {
  const broker = await startBroker();
  const place = await freshPostgres();
  const app = await buildTestApp(async () => place, { mqttUrl: broker.url });
  const camera = await mqttCamera(broker, app.dependencies);
  await untilMqttConnected(app);
  app.expectLogLine(/not acknowledged; trying again/);
  app.expectLogLine(/a report was not stored/);
  app.allowLogLine(/more reports were not stored|Maintenance failed/);
  const { pool } = app.dependencies.database as Extract<typeof app.dependencies.database, { dialect: 'postgres' }>;
  await pool.query('alter table detection rename to detection_renamed');
  expect(await camera.ask(camera.topics.detections, JSON.stringify(aReport()))).toMatchObject({
    ...{ status: 503, retry_after: 1, body: { code: 'UNAVAILABLE' } },
  });
  await camera.publish(camera.topics.detections, JSON.stringify(aReport()));
  await expect.poll(() => app.logLines().join(), longTimeout).toContain('not acknowledged; trying again');
  expect(brokerDeliveries(broker).acknowledged).toEqual([0]);
  await pool.query('alter table detection_renamed rename to detection');
  await expect.poll(() => brokerDeliveries(broker).acknowledged, longTimeout).toEqual([0, 0]);
  const { rows } = await pool.query('select weapon_type from detection');
  expect(rows).toHaveLength(1);
});

test('two servers share the reports, and either finds a frame that is a separate message', async () => {
  const broker = await startBroker();
  const place = await freshPostgres();
  const build = () => buildTestApp(async () => ({ ...place, dataDir: emptyFolder() }), { mqttUrl: broker.url });
  const [here, there] = [await build(), await build()];
  const camera = await mqttCamera(broker, here.dependencies);
  await untilMqttConnected(here);
  await untilMqttConnected(there);
  const frame = await photograph({ width: 320, height: 240 });
  const separate = { properties: { userProperties: { frame: 'separate' } } };
  const ids = Array.from({ length: 10 }, () => randomUUID());
  await Promise.all(
    ids.map(async (id, index) => {
      const sendFrame = () => camera.publish(camera.topics.frame(id), frame, { retain: true });
      if (index % 2 === 0) await sendFrame();
      const answer = camera.ask(camera.topics.detections, JSON.stringify(aReport({ event_id: id })), separate);
      if (index % 2 === 1) await sendFrame();
      expect((await answer).status).toBe(201);
    }),
  );
  const { sentTo } = brokerDeliveries(broker);
  const counts = [...new Set(sentTo)].map((server) => sentTo.filter((one) => one === server).length);
  expect(counts).toEqual([5, 5]);
  const { pool } = here.dependencies.database as Extract<typeof here.dependencies.database, { dialect: 'postgres' }>;
  const { rows } = await pool.query('select frame_size from detection');
  expect(rows).toEqual(ids.map(() => ({ frame_size: frame.byteLength })));
});
