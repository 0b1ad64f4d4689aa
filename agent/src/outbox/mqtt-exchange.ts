import { randomBytes } from 'node:crypto';
import { connect, type IClientPublishOptions, type MqttClient } from 'mqtt';
import { brokerAddress, type MqttAnswer, mqttTopics } from '../../../contract/src/mqtt.ts';

export type Question = {
  topic: string;
  payload: string | Buffer;
  /** User properties. */
  properties: Record<string, string>;
  contentType: string;
  qos: 0 | 1;
  limitMs: number;
  signal: AbortSignal;
};

export type Exchange = {
  /** Rejects when the broker or the server does not answer in time. */
  ask: (deviceId: string, question: Question) => Promise<MqttAnswer>;
  /** Of one message, as the broker says; undefined: it names no limit, or was not reached yet. */
  mostBytes: () => number | undefined;
  close: () => void;
};

type Pending = { resolve: (answer: MqttAnswer) => void; reject: (error: Error) => void; messageId?: number };
type Link = { client: MqttClient; subscribed: Set<string> };

/** The broker's reason code for a message that nobody receives. */
const NO_SUBSCRIBERS = 16;
const KEEP_ALIVE_SECONDS = 15;

/**
 * Questions to the server, over a broker. It connects when there is something to ask, and not by itself again: the
 * outbox decides when to try again.
 */
export function openExchange(address: string): Exchange {
  const { broker, ...to } = brokerAddress(new URL(address));
  const pending = new Map<string, Pending>();
  let link: Promise<Link> | undefined;
  let client: MqttClient | undefined;

  function open(limitMs: number): Promise<Link> {
    return new Promise((resolve, reject) => {
      const opened = connect({
        ...{ ...to, protocolVersion: 5, clean: true, reconnectPeriod: 0, connectTimeout: limitMs },
        ...{ keepalive: KEEP_ALIVE_SECONDS, resubscribe: false },
        // Its debug output shows the password.
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
        const asked = pending.get(properties?.correlationData?.toString('hex') ?? '');
        try {
          asked?.resolve(JSON.parse(payload.toString()) as MqttAnswer);
        } catch {
          asked?.reject(new Error('The answer of the server is not understood'));
        }
      });
      opened.on('packetreceive', (packet) => {
        if (packet.cmd !== 'puback' || packet.reasonCode !== NO_SUBSCRIBERS) return;
        const unheard = [...pending.values()].find(({ messageId }) => messageId === packet.messageId);
        unheard?.reject(new Error(`No server listens at the broker ${broker}`));
      });
    });
  }

  async function publish(deviceId: string, question: Question, asked: { id: string; pending: Pending }) {
    link ??= open(question.limitMs);
    const { client: linked, subscribed } = await link;
    const { answers } = mqttTopics(deviceId);
    if (!subscribed.has(answers)) await linked.subscribeAsync(answers, { qos: 0 });
    subscribed.add(answers);
    // Meanwhile the question may have been given up.
    if (!pending.has(asked.id)) return;
    const options: IClientPublishOptions = {
      qos: question.qos,
      properties: {
        userProperties: question.properties,
        contentType: question.contentType,
        responseTopic: answers,
        correlationData: Buffer.from(asked.id, 'hex'),
        // The outbox sends it again: copies must not gather at the broker while no server is there.
        messageExpiryInterval: Math.ceil(question.limitMs / 1_000),
      },
    };
    linked.publish(question.topic, question.payload, options, (error) => {
      if (error) asked.pending.reject(error);
    });
    const messageId = linked.getLastMessageId();
    if (question.qos === 1 && messageId !== null) asked.pending.messageId = messageId;
  }

  return {
    ask: (deviceId, question) =>
      new Promise<MqttAnswer>((resolve, reject) => {
        const limit = AbortSignal.timeout(question.limitMs);
        const given = AbortSignal.any([question.signal, limit]);
        const id = randomBytes(16).toString('hex');
        const settle = () => {
          given.removeEventListener('abort', onAbort);
          pending.delete(id);
        };
        const asked: Pending = {
          resolve: (answer) => {
            settle();
            resolve(answer);
          },
          reject: (error) => {
            settle();
            reject(error);
          },
        };
        const onAbort = () => asked.reject(new Error('The server does not answer over MQTT'));
        given.addEventListener('abort', onAbort, { once: true });
        pending.set(id, asked);
        publish(deviceId, question, { id, pending: asked }).catch(asked.reject);
      }),
    mostBytes: () => client?.serverProperties?.maximumPacketSize,
    close: () => void client?.end(true),
  };
}
