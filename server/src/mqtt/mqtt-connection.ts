import { setTimeout as wait } from 'node:timers/promises';
import { brokerAddress } from '@vedette/contract/mqtt';
import { connect, type IPublishPacket } from 'mqtt';
import { generate } from 'mqtt-packet';
import type { Log } from '../log.ts';
import { createAwaitedMessages } from './awaited-messages.ts';
import { topicMatches } from './mqtt.rules.ts';
import { type Ack, type MqttMessage, type MqttProperties, messageOf } from './mqtt-message.ts';

/** A message of QoS 1 is acknowledged once the promise resolves; until then this connection or the next one delivers it again. */
export type MqttHandler = (message: MqttMessage) => Promise<Ack>;

export type MqttConnection = {
  /** `$share/<group>/<filter>` shares the messages among the servers of the group. */
  subscribe: (filter: string, options: { qos: 0 | 1 }, handler: MqttHandler) => void;
  /** Publishes at most once; the message is dropped while the broker is not connected. */
  publish: (topic: string, payload: string, options: { properties?: MqttProperties; retain?: boolean }) => void;
  /**
   * Waits for a message of this topic that `accept` accepts; a message for which it throws or returns null is skipped. Resolves to
   * null after the time limit, and rejects when the connection is lost.
   */
  receive: <T>(
    topic: string,
    options: { limitMs: number },
    accept: (message: MqttMessage) => Promise<T | null>,
  ) => Promise<T | null>;
  /** Whether the broker is connected and has granted every subscription. */
  isConnected: () => boolean;
  /** Waits for running handlers and acknowledges their messages; the broker keeps the others. */
  stop: () => Promise<void>;
};

type Options = {
  /** `mqtt://` or `mqtts://`, with user and password. */
  url: string;
  /** The broker keeps messages for this id while its server is down, and allows one connection per id. */
  clientId: string;
  log: Log;
  /** The maximum number of messages that are handled at once; the broker holds back the others. */
  inFlight?: number;
  /** The broker drops larger messages. */
  maxPacketBytes: number;
};

/** How long the broker keeps messages for a server that is down. */
const SESSION_EXPIRY_SECONDS = 60 * 60;
const KEEP_ALIVE_SECONDS = 15;
const CONNECT_LIMIT_MS = 10_000;
const DISCONNECT_LIMIT_MS = 1_000;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;

type Subscription = { filter: string; qos: 0 | 1; handler: MqttHandler; granted: boolean };

/** Connects to an MQTT 5 broker, and reconnects with increasing pauses when the connection is lost. */
export function connectMqtt({ url, clientId, log, inFlight = 32, maxPacketBytes }: Options): MqttConnection {
  const { broker, ...address } = brokerAddress(new URL(url));
  const subscriptions: Subscription[] = [];
  const running = new Set<Promise<void>>();
  let lost = new AbortController();
  let connectedAt: number | null = null;
  let isOutageLogged = false;
  let isFailureLogged = false;
  let lastError: unknown;
  let stopping = false;

  const client = connect({
    ...address,
    clientId,
    protocolVersion: 5,
    // The broker keeps the session between connections, so that no message is lost.
    clean: false,
    properties: {
      sessionExpiryInterval: SESSION_EXPIRY_SECONDS,
      receiveMaximum: inFlight,
      maximumPacketSize: maxPacketBytes,
    },
    resubscribe: false,
    queueQoSZero: false,
    keepalive: KEEP_ALIVE_SECONDS,
    connectTimeout: CONNECT_LIMIT_MS,
    reconnectPeriod: FIRST_RETRY_MS,
    reconnectOnConnackError: true,
    // The library's debug output shows the password.
    log: () => {},
  });

  client.on('connect', () => {
    lost = new AbortController();
    connectedAt = performance.now();
    isOutageLogged = false;
    log.info({ broker }, 'connected to the MQTT broker');
    for (const subscription of subscriptions) sendSubscribe(subscription);
  });
  client.on('disconnect', ({ reasonCode }) => {
    lastError = new Error(`The broker ended the connection, reason ${reasonCode}`);
  });
  client.on('error', (error) => {
    lastError = error;
    // After a malformed packet the rest of the stream may be unreadable.
    if (client.connected) client.stream.destroy();
  });
  client.on('close', () => {
    lost.abort();
    const connectionMs = connectedAt === null ? 0 : performance.now() - connectedAt;
    connectedAt = null;
    for (const subscription of subscriptions) subscription.granted = false;
    const before = client.options.reconnectPeriod ?? FIRST_RETRY_MS;
    client.options.reconnectPeriod = connectionMs > MAX_RETRY_MS ? FIRST_RETRY_MS : Math.min(before * 2, MAX_RETRY_MS);
    if (stopping || isOutageLogged) return;
    isOutageLogged = true;
    log.error(
      { err: lastError, broker },
      'the MQTT broker cannot be reached: nothing is received over MQTT; trying again',
    );
    lastError = undefined;
  });

  const awaited = createAwaitedMessages({
    subscribe: (topic) => client.subscribe(topic, { qos: 0 }, (error) => error && logRefusedSubscription(topic, error)),
    unsubscribe: (topic) => void (client.connected && client.unsubscribe(topic)),
  });

  client.handleMessage = (packet, next) => {
    if (awaited.dispatch(messageOf(packet))) return next();
    const subscription = subscriptions.find(({ filter }) => topicMatches(filter, packet.topic));
    if (stopping) return next(new Error('stopping'));
    if (subscription === undefined) return next();
    const { messageId = 0, qos } = packet;
    const { stream } = client;
    const handled = handle(packet, subscription.handler, lost.signal).then((ack) => {
      running.delete(handled);
      // The message id is only valid on the connection that received the message.
      if (ack === null || qos === 0 || stream !== client.stream || !client.connected) return;
      stream.write(generate({ cmd: 'puback', messageId, reasonCode: ack }, { protocolVersion: 5 }));
    });
    running.add(handled);
    // The error keeps the library from acknowledging the message, which is done above, and it continues with the next one. The
    // broker limits messages of QoS 1 in flight; those of QoS 0 wait in the socket.
    const continueReading = () => next(new Error('acknowledged later'));
    if (qos === 0 && running.size >= inFlight) void Promise.race(running).then(continueReading);
    else continueReading();
  };

  function sendSubscribe(subscription: Subscription): void {
    const { filter, qos } = subscription;
    client.subscribe(filter, { qos }, (error, granted) => {
      subscription.granted = !error && granted?.every((one) => one.qos < 0x80) === true;
      if (!subscription.granted) logRefusedSubscription(filter, error);
    });
  }

  function logRefusedSubscription(filter: string, error: unknown): void {
    if (stopping || !client.connected) return;
    log.error({ err: error, broker, filter }, 'the MQTT broker refuses a subscription: see the rights of this user');
  }

  /** Returns null when the message was not handled. */
  async function handle(packet: IPublishPacket, handler: MqttHandler, signal: AbortSignal): Promise<Ack | null> {
    const { topic, qos } = packet;
    const message = messageOf(packet);
    for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, MAX_RETRY_MS)) {
      try {
        const ack = await handler(message);
        isFailureLogged = false;
        return ack;
      } catch (error) {
        if (stopping || signal.aborted) return null;
        const what = qos === 0 ? 'a message of QoS 0 is lost' : 'a message is not acknowledged; trying again';
        if (!isFailureLogged) log.warn({ err: error, topic }, what);
        isFailureLogged = true;
      }
      if (qos === 0) return null;
      await wait(pause, undefined, { signal }).catch(() => undefined);
      if (stopping || signal.aborted) return null;
    }
  }

  return {
    subscribe(filter, { qos }, handler) {
      const subscription = { filter, qos, handler, granted: false };
      subscriptions.push(subscription);
      if (client.connected) sendSubscribe(subscription);
    },
    publish(topic, payload, { properties = {}, retain = false }) {
      if (client.connected) client.publish(topic, payload, { qos: 0, retain, properties });
    },
    receive: (topic, { limitMs }, accept) => awaited.receive(topic, { limitMs, signal: lost.signal }, accept),
    isConnected: () => client.connected && subscriptions.every(({ granted }) => granted),
    async stop() {
      stopping = true;
      lost.abort();
      await Promise.all(running);
      const forcedEnd = setTimeout(() => client.stream.destroy(), DISCONNECT_LIMIT_MS);
      await client.endAsync(!client.connected);
      clearTimeout(forcedEnd);
    },
  };
}
