import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/build-test-app.ts';
import { emptyFolder } from '../../test/empty-folder.ts';
import { hears, mqttCamera, seenByBroker, startBroker } from '../../test/mqtt-broker.ts';
import { freshPostgres, freshSqlite } from '../../test/on-both-databases.ts';
import { photograph } from '../../test/photograph.ts';
import { aReport } from '../../test/reports.ts';
import { startRestartable } from '../../test/restartable-server.ts';

vi.setConfig({ testTimeout: 120_000 });
const patience = { timeout: 60_000 };

test('acknowledged over TLS only after the commit; killed before it, the server gets the report again, and stores it once', async () => {
  const broker = await startBroker();
  const place = await freshSqlite();
  const before = await buildTestApp(async () => place);
  const camera = await mqttCamera(broker, before.dependencies);
  await before.close();
  const server = await startRestartable({
    ...{ DATA_DIR: place.dataDir, MQTT_URL: broker.tlsUrl, NODE_EXTRA_CA_CERTS: broker.certificate },
  });
  await expect.poll(broker.log, patience).toContain('vedette/+/detections');
  const database = new Sqlite(join(place.dataDir, 'vedette.db'));
  const rows = () => database.prepare('select weapon_type from detection').pluck().all();

  // Nothing can be committed.
  database.exec('begin immediate');
  const report = JSON.stringify(aReport());
  await camera.publish(camera.topics.detections, report);
  await expect.poll(() => seenByBroker(broker).sentTo.length, patience).toBe(1);
  await server.end('SIGKILL');
  database.exec('rollback');
  expect([rows(), seenByBroker(broker).acknowledged]).toEqual([[], []]);

  await server.restart('SIGKILL');
  await expect.poll(() => seenByBroker(broker).acknowledged, patience).toEqual([0]);
  expect([rows(), seenByBroker(broker).sentTo.length]).toEqual([['rifle'], 2]);
  await camera.publish(camera.topics.detections, report);
  await expect.poll(() => seenByBroker(broker).acknowledged, patience).toEqual([0, 0]);
  expect(rows()).toEqual(['rifle']);
  database.close();
  expect((await server.end('SIGTERM')).code).toBe(0);
  expect(server.logged(50)).toEqual([]);
});

test('while nothing can be stored, a sender that asks is told, and a report without an answer waits', async () => {
  const broker = await startBroker();
  const place = await freshPostgres();
  const app = await buildTestApp(async () => place, { mqttUrl: broker.url });
  const camera = await mqttCamera(broker, app.dependencies);
  await hears(app);
  app.expectLogLine(/not acknowledged; trying again/);
  app.expectLogLine(/a report was not stored/);
  app.allowLogLine(/more reports were not stored|Maintenance failed/);
  const { pool } = app.dependencies.database as Extract<typeof app.dependencies.database, { dialect: 'postgres' }>;
  await pool.query('alter table detection rename to detection_away');
  expect(await camera.ask(camera.topics.detections, JSON.stringify(aReport()))).toMatchObject({
    ...{ status: 503, retry_after: 1, body: { code: 'UNAVAILABLE' } },
  });
  await camera.publish(camera.topics.detections, JSON.stringify(aReport()));
  await expect.poll(() => app.logLines().join(), patience).toContain('not acknowledged; trying again');
  expect(seenByBroker(broker).acknowledged).toEqual([0]);
  await pool.query('alter table detection_away rename to detection');
  await expect.poll(() => seenByBroker(broker).acknowledged, patience).toEqual([0, 0]);
  const { rows } = await pool.query('select weapon_type from detection');
  expect(rows).toHaveLength(1);
});

test('two servers share the reports, and find a frame that came as a message of its own', async () => {
  const broker = await startBroker();
  const place = await freshPostgres();
  const build = () => buildTestApp(async () => ({ ...place, dataDir: emptyFolder() }), { mqttUrl: broker.url });
  const [here, there] = [await build(), await build()];
  const camera = await mqttCamera(broker, here.dependencies);
  await hears(here);
  await hears(there);
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
  const { sentTo } = seenByBroker(broker);
  const counts = [...new Set(sentTo)].map((server) => sentTo.filter((one) => one === server).length);
  expect(counts).toEqual([5, 5]);
  const { pool } = here.dependencies.database as Extract<typeof here.dependencies.database, { dialect: 'postgres' }>;
  const { rows } = await pool.query('select frame_size from detection');
  expect(rows).toEqual(ids.map(() => ({ frame_size: frame.byteLength })));
});
