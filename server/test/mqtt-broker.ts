import { randomBytes } from 'node:crypto';
import type { NewDevice } from '@vedette/contract/device';
import { type MqttAnswer, mqttTopics } from '@vedette/contract/mqtt';
import { connectAsync, type IClientPublishOptions } from 'mqtt';
import { expect, onTestFinished } from 'vitest';
import { startMosquitto } from '../../scripts/setup/mosquitto.mjs';
import type { Dependencies } from '../src/dependencies.ts';
import { registerDevice } from '../src/devices/devices.actions.ts';
import type { TestApp } from './build-test-app.ts';

export type Broker = Awaited<ReturnType<typeof startBroker>>;
type Properties = NonNullable<IClientPublishOptions['properties']>;

/** A real mosquitto. It is stopped when the test has finished. */
export async function startBroker() {
  const broker = await startMosquitto();
  onTestFinished(broker.stop);
  /** A client of the test's own, which ends with it. */
  async function client() {
    const { port, username, password } = broker;
    const login = { host: '127.0.0.1', port, username, password };
    const connected = await connectAsync({ ...login, protocol: 'mqtt', protocolVersion: 5 });
    onTestFinished(() => connected.endAsync(true));
    return connected;
  }
  return { ...broker, client };
}

/** Resolves when the server hears the broker. */
export async function hears({ dependencies }: Pick<TestApp, 'dependencies'>): Promise<void> {
  await expect.poll(() => dependencies.mqtt?.isConnected()).toBe(true);
}

/** A registered device that reports over MQTT. */
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
  /** With the device's key, unless others are given. */
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

/** The ids of the servers to which the broker has sent messages, and which of those were acknowledged. */
export function seenByBroker(broker: Pick<Broker, 'log'>) {
  const all = (pattern: RegExp) => [...broker.log().matchAll(pattern)].map(([, match = '']) => match);
  return {
    sentTo: all(/Sending PUBLISH to (vedette-\S+) \(d., q1/g),
    acknowledged: all(/Received PUBACK from vedette-\S+ \(Mid: \d+, RC:(\d+)\)/g).map(Number),
  };
}
