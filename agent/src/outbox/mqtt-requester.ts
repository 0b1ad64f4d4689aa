import { randomBytes } from 'node:crypto';
import { connect, type IClientPublishOptions, type MqttClient } from 'mqtt';
import { brokerAddress, type MqttAnswer, mqttTopics } from '../../../contract/src/mqtt.ts';

export type MqttRequest = {
  topic: string;
  payload: string | Buffer;
  /** User properties. */
  properties: Record<string, string>;
  contentType: string;
  qos: 0 | 1;
  limitMs: number;
  signal: AbortSignal;
};

export type MqttRequester = {
  /** Rejects when the broker or the server does not answer in time. */
  request: (deviceId: string, request: MqttRequest) => Promise<MqttAnswer>;
  /** The broker's limit for one message; undefined without a limit or before the first connection. */
  maxMessageBytes: () => number | undefined;
  close: () => void;
};

type Pending = { resolve: (answer: MqttAnswer) => void; reject: (error: Error) => void; messageId?: number };
type Link = { client: MqttClient; subscribed: Set<string> };

/** The broker's reason code for a message without a subscriber. */
const NO_SUBSCRIBERS = 16;
const KEEP_ALIVE_SECONDS = 15;

/**
 * Sends requests to the server through a broker and waits for the answers. It connects for the first request, and reconnects for
 * a later one only: the sender decides when to retry.
 */
export function openMqttRequester(address: string): MqttRequester {
  const { broker, ...to } = brokerAddress(new URL(address));
  const pending = new Map<string, Pending>();
  let link: Promise<Link> | undefined;
  let client: MqttClient | undefined;

  function open(limitMs: number): Promise<Link> {
    return new Promise((resolve, reject) => {
      const opened = connect({
        ...{ ...to, protocolVersion: 5, clean: true, reconnectPeriod: 0, connectTimeout: limitMs },
        ...{ keepalive: KEEP_ALIVE_SECONDS, resubscribe: false },
        // The library's debug output shows the password.
        log: () => {},
      });
      client = opened;
      let reason = new Error(`The broker ${broker} does not answer`);
      opened.once('connect', () => resolve({ client: opened, subscribed: new Set() }));
      opened.on('disconnect', ({ reasonCode }) => {
        reason = new Error(`The broker ended the connection, reason ${reasonCode}`);
      });
      opened.on('error', (error) => {
        reason = new Error(`${broker}: ${error.message}`, { cause: error });
        opened.stream.destroy();
      });
      opened.on('close', () => {
        link = undefined;
        reject(reason);
        for (const { reject: fail } of pending.values()) fail(reason);
      });
      opened.on('message', (_topic, payload, { properties }) => {
        const request = pending.get(properties?.correlationData?.toString('hex') ?? '');
        try {
          request?.resolve(JSON.parse(payload.toString()) as MqttAnswer);
        } catch {
          request?.reject(new Error('The answer of the server is not understood'));
        }
      });
      opened.on('packetreceive', (packet) => {
        if (packet.cmd !== 'puback' || packet.reasonCode !== NO_SUBSCRIBERS) return;
        const undelivered = [...pending.values()].find(({ messageId }) => messageId === packet.messageId);
        undelivered?.reject(new Error(`No server listens at the broker ${broker}`));
      });
    });
  }

  async function publish(deviceId: string, request: MqttRequest, waiting: { id: string; pending: Pending }) {
    link ??= open(request.limitMs);
    const { client: linked, subscribed } = await link;
    const { answers } = mqttTopics(deviceId);
    if (!subscribed.has(answers)) await linked.subscribeAsync(answers, { qos: 0 });
    subscribed.add(answers);
    // The request may have timed out while connecting.
    if (!pending.has(waiting.id)) return;
    const options: IClientPublishOptions = {
      qos: request.qos,
      properties: {
        userProperties: request.properties,
        contentType: request.contentType,
        responseTopic: answers,
        correlationData: Buffer.from(waiting.id, 'hex'),
        // The outbox sends the report again, so the broker must not collect copies while no server is connected.
        messageExpiryInterval: Math.ceil(request.limitMs / 1_000),
      },
    };
    linked.publish(request.topic, request.payload, options, (error) => {
      if (error) waiting.pending.reject(error);
    });
    const messageId = linked.getLastMessageId();
    if (request.qos === 1 && messageId !== null) waiting.pending.messageId = messageId;
  }

  return {
    request: (deviceId, request) =>
      new Promise<MqttAnswer>((resolve, reject) => {
        const limit = AbortSignal.timeout(request.limitMs);
        const ended = AbortSignal.any([request.signal, limit]);
        const id = randomBytes(16).toString('hex');
        const settle = () => {
          ended.removeEventListener('abort', onAbort);
          pending.delete(id);
        };
        const waiting: Pending = {
          resolve: (answer) => {
            settle();
            resolve(answer);
          },
          reject: (error) => {
            settle();
            reject(error);
          },
        };
        const onAbort = () => waiting.reject(new Error('The server does not answer over MQTT'));
        ended.addEventListener('abort', onAbort, { once: true });
        pending.set(id, waiting);
        publish(deviceId, request, { id, pending: waiting }).catch(waiting.reject);
      }),
    maxMessageBytes: () => client?.serverProperties?.maximumPacketSize,
    close: () => void client?.end(true),
  };
}
