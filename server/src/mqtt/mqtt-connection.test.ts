import { expect, onTestFinished, test } from 'vitest';
import { type Broker, startBroker } from '../../test/doubles/mqtt-broker.ts';
import { type TestLog, testLog } from '../../test/servers/test-log.ts';
import { connectMqtt, type MqttConnection, type MqttHandler } from './mqtt-connection.ts';
import { ACK, type Ack } from './mqtt-message.ts';

const FILTER = '$share/servers/t/#';

/** Connects with the test's handler; the connection is stopped when the test has finished. */
function connectTo(
  broker: Pick<Broker, 'url'>,
  handler: MqttHandler,
  { log, clientId = 'server' }: Partial<Options> = {},
) {
  const connection = connectMqtt({
    ...{ url: broker.url, clientId, log: log ?? testLog().log, maxPacketBytes: 10_000 },
  });
  onTestFinished(connection.stop);
  connection.subscribe(FILTER, { qos: 1 }, handler);
  return connection;
}
type Options = { log: TestLog['log']; clientId: string };

const connected = (connection: MqttConnection) => expect.poll(connection.isConnected).toBe(true);

async function publisher(broker: Broker) {
  const client = await broker.client();
  return (text: string) => client.publishAsync('t/a', text, { qos: 1 });
}

test('the next connection with the same client id receives the messages that were not handled, and no others', async () => {
  const broker = await startBroker();
  const publish = await publisher(broker);
  const seen: string[] = [];
  const log = testLog();
  log.expectLine(/is not acknowledged/);
  const first = connectTo(
    broker,
    async ({ payload }) => {
      seen.push(`first ${payload}`);
      if (String(payload) === 'stuck') throw new Error('the database is not available');
      return ACK.accepted;
    },
    { log: log.log },
  );
  await connected(first);
  // The second message is acknowledged while the first one is retried.
  await publish('stuck');
  await publish('done');
  await expect.poll(() => seen).toEqual(expect.arrayContaining(['first stuck', 'first done']));
  await first.stop();
  await publish('sent while it is down');
  const second = connectTo(broker, async ({ payload }) => {
    seen.push(`second ${payload}`);
    return ACK.accepted;
  });
  await connected(second);
  await expect.poll(() => seen.filter((one) => one.startsWith('second')).length).toBe(2);
  expect(seen.slice(-2)).toEqual(['second stuck', 'second sent while it is down']);
});

test('a handler that fails is retried on the same connection', async () => {
  const broker = await startBroker();
  const publish = await publisher(broker);
  const log = testLog();
  log.expectLine(/is not acknowledged; trying again/);
  let tries = 0;
  const answers: Ack[] = [];
  const connection = connectTo(
    broker,
    async () => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
      answers.push(ACK.refused);
      return ACK.refused;
    },
    { log: log.log },
  );
  await connected(connection);
  await publish('one');
  await expect.poll(() => answers).toEqual([ACK.refused]);
  // The reason code tells the broker why the message was refused.
  await expect.poll(broker.log).toMatch(/Received PUBACK from server .*RC:131/);
});

test('an outage of the broker is logged once and without the password, and the server reconnects', async () => {
  const broker = await startBroker();
  const log = testLog();
  log.expectLine(/MQTT broker cannot be reached/);
  const seen: string[] = [];
  const handler = async ({ payload }: { payload: Buffer }) => {
    seen.push(String(payload));
    return ACK.accepted;
  };
  const connection = connectTo(broker, handler, { log: log.log });
  await connected(connection);
  await broker.end('SIGTERM');
  await expect.poll(connection.isConnected).toBe(false);
  await broker.start();
  // mosquitto 2.0 loses shared subscriptions when it restarts; this waits for the new subscription.
  await connected(connection);
  await (await publisher(broker))('after the restart');
  await expect.poll(() => seen).toEqual(['after the restart']);
  expect(log.lines().filter((line) => /MQTT broker cannot be reached/.test(line))).toHaveLength(1);
  expect(log.lines().join()).not.toContain('p@ss');
});

test('a wrong password is logged', async () => {
  const broker = await startBroker();
  const log = testLog();
  log.expectLine(/MQTT broker cannot be reached.*|Connection refused: Not authorized/);
  const connection = connectTo({ url: broker.url.replace('ss%3A', 'xx') }, async () => ACK.accepted, { log: log.log });
  await expect.poll(() => log.lines().join()).toMatch(/not authorized|bad user/i);
  expect(connection.isConnected()).toBe(false);
});
