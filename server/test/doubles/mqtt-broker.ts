import { randomBytes } from 'node:crypto';
import type { NewDevice } from '@vedette/contract/device';
import { type MqttAnswer, mqttTopics } from '@vedette/contract/mqtt';
import { connectAsync, type IClientPublishOptions } from 'mqtt';
import { expect, onTestFinished } from 'vitest';
import { startMosquitto } from '../../../scripts/setup/mosquitto.mjs';
import type { Dependencies } from '../../src/dependencies.ts';
import { registerDevice } from '../../src/devices/devices.actions.ts';
import type { TestApp } from '../servers/build-test-app.ts';

export type Broker = Awaited<ReturnType<typeof startBroker>>;
type Properties = NonNullable<IClientPublishOptions['properties']>;

/** Starts a real mosquitto and stops it when the test has finished. */
export async function startBroker() {
  const broker = await startMosquitto();
  onTestFinished(broker.stop);
  /** Connects a client for the test and disconnects it when the test has finished. */
  async function client() {
    const { port, username, password } = broker;
    const login = { host: '127.0.0.1', port, username, password };
    const connected = await connectAsync({ ...login, protocol: 'mqtt', protocolVersion: 5 });
    onTestFinished(() => connected.endAsync(true));
    return connected;
  }
  return { ...broker, client };
}

/** Resolves when the server is connected to the broker and has subscribed. */
export async function untilMqttConnected({ dependencies }: Pick<TestApp, 'dependencies'>): Promise<void> {
  await expect.poll(() => dependencies.mqtt?.isConnected()).toBe(true);
}

/** Registers a device that reports over MQTT. */
export async function mqttCamera(broker: Broker, parts: Pick<Dependencies, 'deviceStore' | 'now'>, named?: NewDevice) {
  const { deviceStore: store, now } = parts;
  const { device, key } = await registerDevice({ store, now }, named ?? { name: 'Gate camera' });
  const client = await broker.client();
  const topics = mqttTopics(device.id);
  await client.subscribeAsync(topics.answers);
  const answers = new Map<string, MqttAnswer>();
  client.on('message', (_topic, payload, { properties }) => {
    const correlation = properties?.correlationData?.toString('hex') ?? '';
    answers.set(correlation, JSON.parse(payload.toString()) as MqttAnswer);
  });
  const own = { authorization: `Bearer ${key}` };
  /** Publishes with the device's key, unless the options have another one. */
  const publish = (topic: string, payload: string | Buffer, options: IClientPublishOptions = {}) => {
    const { userProperties } = options.properties ?? {};
    const properties: Properties = { ...options.properties, userProperties: { ...own, ...userProperties } };
    return client.publishAsync(topic, payload, { qos: 1, ...options, properties });
  };
  return {
    ...{ id: device.id, key, topics, publish },
    /** Publishes with a response topic, and waits for the answer. */
    async ask(topic: string, payload: string | Buffer, options: IClientPublishOptions = {}): Promise<MqttAnswer> {
      const correlationData = randomBytes(8);
      const properties = { ...options.properties, responseTopic: topics.answers, correlationData };
      await publish(topic, payload, { ...options, properties });
      const correlation = correlationData.toString('hex');
      await expect.poll(() => answers.has(correlation)).toBe(true);
      return answers.get(correlation) as MqttAnswer;
    },
  };
}

/** Reads from the broker's log to which servers it sent messages, and the reason codes of their acknowledgements. */
export function brokerDeliveries(broker: Pick<Broker, 'log'>) {
  const all = (pattern: RegExp) => [...broker.log().matchAll(pattern)].map(([, match = '']) => match);
  return {
    sentTo: all(/Sending PUBLISH to (vedette-\S+) \(d., q1/g),
    acknowledged: all(/Received PUBACK from vedette-\S+ \(Mid: \d+, RC:(\d+)\)/g).map(Number),
  };
}
