import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mqttTopics } from '../../contract/src/mqtt.ts';
import { startMosquitto } from '../../scripts/setup/mosquitto.mjs';
import { toHeartbeat } from '../src/health/heartbeat-body.ts';
import { mqttServer } from '../src/outbox/mqtt-uplink.ts';
import { openOutbox } from '../src/outbox/outbox.ts';
import { makeFolder, runAgent, runArguments, startAgent } from './agent-process.ts';
import { fixture } from './fixture.ts';

vi.setConfig({ testTimeout: 240_000 });

const built = (name: string) => path.join(import.meta.dirname, '..', '..', 'server', 'dist', `${name}.js`);
const cleanUps: (() => unknown)[] = [];
let folder: ReturnType<typeof makeFolder>;
let broker: Awaited<ReturnType<typeof startMosquitto>>;
beforeEach(async () => {
  folder = makeFolder();
  broker = await startMosquitto();
  cleanUps.push(folder.remove, broker.stop);
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Registers a device and writes its key into the key file. */
function register(): { device_id: string; key: string } {
  const env = { ...process.env, DATA_DIR: folder.at('data') };
  const answer = JSON.parse(
    execFileSync(process.execPath, [built('device-cli'), 'add', 'Gate'], { env, encoding: 'utf8' }),
  );
  writeFileSync(folder.at('device.key'), `${answer.key}\n`);
  return answer;
}

/** Starts the real server, which the test reaches through the broker only. */
async function startServer() {
  const env = { ...process.env, PORT: '0', DATA_DIR: folder.at('data'), MQTT_URL: broker.url };
  const before = subscriptions();
  const child = spawn(process.execPath, [built('main')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  cleanUps.push(() => end('SIGKILL'));
  await vi.waitUntil(() => subscriptions() > before, { timeout: 60_000, interval: 20 });
  return { end };
}

const subscriptions = () => broker.log().split('vedette/+/heartbeat (QoS 0)').length;

function storedAtServer() {
  const database = new Database(path.join(folder.at('data'), 'vedette.db'), { readonly: true });
  const rows = database
    .prepare('select weapon_type, frame_size > 0 as framed from detection order by weapon_type')
    .all();
  database.close();
  return rows;
}

const FOUR = ['Knife', 'Pistol', 'Pistol', 'rifle'].map((weapon_type) => ({ weapon_type, framed: 1 }));

test('over TLS the clip becomes exactly four reports with their frames when the server starts late and is killed', async () => {
  register();
  const args = runArguments({ folder, server: broker.tlsUrl, source: fixture('clip.mp4') });
  const agent = startAgent(args, { env: { NODE_EXTRA_CA_CERTS: broker.certificate } });
  cleanUps.push(agent.stop);
  await agent.untilOutput('reported Pistol');
  await agent.untilOutput('No server listens at the broker');
  const first = await startServer();
  await vi.waitUntil(() => storedAtServer().length > 0, { timeout: 60_000, interval: 20 });
  await first.end('SIGKILL');
  await startServer();
  expect([await agent.ended, agent.output()]).toEqual([0, expect.not.stringContaining('p@ss')]);
  expect(storedAtServer()).toEqual(FOUR);
  const outbox = openOutbox(folder.at('outbox'), { maxFrameBytes: 1 });
  expect(outbox.state()).toMatchObject({ waiting: 0, dead: 0 });
  outbox.close();
});

test('the server answers a heartbeat, refuses an invalid report for good and rejects a wrong key; a malformed key is reported', async () => {
  const { device_id, key } = register();
  await startServer();
  const server = mqttServer({ server: broker.url, keyFile: folder.at('device.key') });
  cleanUps.push(server.close);
  const send = (report: object, frame: Buffer | null = null) =>
    server.reports.send(
      { ...{ id: 1, eventId: 'a', queuedAt: 0 }, report: JSON.stringify(report), frame },
      new AbortController().signal,
    );
  const vitals = {
    ...{ lastFrameAge: 40, fps: 10, version: '1', metrics: {}, model: { name: 'blobs', sha256: 'a'.repeat(64) } },
    outbox: { waiting: 0, oldestAt: null, dead: 0 },
  };
  expect(await server.heartbeat(toHeartbeat(vitals), new AbortController().signal)).toMatchObject({ status: 200 });
  expect(await send({ event_id: 'a' })).toEqual({
    kind: 'refused',
    reason: expect.stringMatching(/^400 .*weapon_type/),
  });
  expect(await send({}, Buffer.alloc(6 * 1024 * 1024))).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/^413/),
  });
  writeFileSync(
    folder.at('device.key'),
    key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
  );
  expect(await send({ event_id: 'a' })).toEqual({ kind: 'unauthorized', reason: expect.stringMatching(/^401/) });
  writeFileSync(folder.at('device.key'), 'a password');
  expect(await send({ event_id: 'a' })).toEqual({ kind: 'unauthorized', reason: expect.stringContaining('vdk_') });
  expect(broker.log()).toContain(mqttTopics(device_id).answers);
});

test('check tests the server through the broker', async () => {
  register();
  const withoutServer = mqttServer({ server: broker.url, keyFile: folder.at('device.key') });
  cleanUps.push(withoutServer.close);
  await expect(withoutServer.tryKey(new AbortController().signal)).rejects.toThrow(/^No server listens at the broker/);
  await startServer();
  const parts = [
    '--source',
    fixture('clip.mp4'),
    '--model',
    fixture('blobs.onnx'),
    '--key-file',
    folder.at('device.key'),
  ];
  const { code, output } = await runAgent(['check', ...parts, '--server', broker.url]);
  expect([code, output]).toEqual([0, expect.stringContaining("knows this device's key")]);
  expect(output).not.toContain('p@ss');
});
