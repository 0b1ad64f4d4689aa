import { expect, onTestFinished, test } from 'vitest';
import { type Broker, startBroker } from '../../test/mqtt-broker.ts';
import { type TestLog, testLog } from '../../test/test-log.ts';
import { connectMqtt, type MqttConnection, type MqttHandler } from './mqtt-connection.ts';
import { ACK, type Ack } from './mqtt-message.ts';

const FILTER = '$share/servers/t/#';

/** A connection whose handler is the test's. It is stopped when the test has finished. */
function connectTo(
  broker: Pick<Broker, 'url'>,
  handler: MqttHandler,
  { log, clientId = 'server' }: Partial<Given> = {},
) {
  const connection = connectMqtt({
    ...{ url: broker.url, clientId, log: log ?? testLog().log, maxPacketBytes: 10_000 },
  });
  onTestFinished(connection.stop);
  connection.subscribe(FILTER, { qos: 1 }, handler);
  return connection;
}
type Given = { log: TestLog['log']; clientId: string };

const connected = (connection: MqttConnection) => expect.poll(connection.isConnected).toBe(true);

async function publisher(broker: Broker) {
  const client = await broker.client();
  return (text: string) => client.publishAsync('t/a', text, { qos: 1 });
}

test('what no handler has finished is given to the next connection of this id, and what one has finished is not', async () => {
  const broker = await startBroker();
  const publish = await publisher(broker);
  const seen: string[] = [];
  const log = testLog();
  log.expectLine(/is not acknowledged/);
  const first = connectTo(
    broker,
    async ({ payload }) => {
      seen.push(`first ${payload}`);
      if (String(payload) === 'stuck') throw new Error('the database is away');
      return ACK.accepted;
    },
    { log: log.log },
  );
  await connected(first);
  // The second is handled and acknowledged while the first is not.
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

test('a handler that fails is tried again on the same connection', async () => {
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
  // With its reason code, that says why it was not taken.
  await expect.poll(broker.log).toMatch(/Received PUBACK from server .*RC:131/);
});

test('a broker that is away is said once, without the password, and found again', async () => {
  const broker = await startBroker();
  const log = testLog();
  log.expectLine(/MQTT broker is away/);
  const seen: string[] = [];
  const take = async ({ payload }: { payload: Buffer }) => {
    seen.push(String(payload));
    return ACK.accepted;
  };
  const connection = connectTo(broker, take, { log: log.log });
  await connected(connection);
  await broker.end('SIGTERM');
  await expect.poll(connection.isConnected).toBe(false);
  await broker.start();
  // mosquitto 2.0 forgets shared subscriptions when it restarts: this waits until it was asked again.
  await connected(connection);
  await (await publisher(broker))('after the restart');
  await expect.poll(() => seen).toEqual(['after the restart']);
  expect(log.lines().filter((line) => /MQTT broker is away/.test(line))).toHaveLength(1);
  expect(log.lines().join()).not.toContain('p@ss');
});

test('a wrong password is said', async () => {
  const broker = await startBroker();
  const log = testLog();
  log.expectLine(/MQTT broker is away.*|Connection refused: Not authorized/);
  const connection = connectTo({ url: broker.url.replace('ss%3A', 'xx') }, async () => ACK.accepted, { log: log.log });
  await expect.poll(() => log.lines().join()).toMatch(/not authorized|bad user/i);
  expect(connection.isConnected()).toBe(false);
});
