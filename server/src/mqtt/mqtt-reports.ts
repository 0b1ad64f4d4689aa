import { Heartbeat } from '@vedette/contract/heartbeat';
import { MQTT_PROPERTY, mqttTopics, SEPARATE_FRAME } from '@vedette/contract/mqtt';
import type { DeviceGate } from '../devices/device-gate.ts';
import { apiError } from '../http/errors.ts';
import type { CallingDevice } from '../http/guards/closed-by-default.ts';
import { checkBody } from '../http/validation.ts';
import type { HeartbeatIntake } from '../ingest/heartbeat-intake.ts';
import { JSON_MAX_BYTES, type RawReport } from '../ingest/report-bodies.ts';
import { checkReport, type ReportIntake } from '../ingest/report-intake.ts';
import type { Log } from '../log.ts';
import { createRefusalLog } from '../writer/refusal-log.ts';
import { type Answer, answerOfError } from './mqtt-answers.ts';
import type { MqttConnection } from './mqtt-connection.ts';
import type { MqttMessage } from './mqtt-message.ts';
import {
  ackOf,
  answerTopic,
  eventIdInTopic,
  isFinal,
  parseJson,
  property,
  readReportMessage,
} from './report-messages.ts';

/** The maximum size of a report with its frame in base64, topic and properties. */
export const MESSAGE_MAX_BYTES = JSON_MAX_BYTES + 128 * 1024;

type Kind = 'report' | 'heartbeat';
type Parts = {
  connection: Pick<MqttConnection, 'subscribe' | 'publish' | 'receive'>;
  gate: Pick<DeviceGate, 'authenticateDevice'>;
  reportIntake: ReportIntake;
  heartbeatIntake: HeartbeatIntake;
  log: Log;
  /** Called for each message with the status that it would get over HTTP. */
  onAnswered: ((kind: Kind, status: number) => void) | undefined;
};

/** A shared subscription: the broker sends each message to one server. */
const SHARED = '$share/vedette/';
/** Without its frame by then a report is stored without it, because guards must not wait longer. */
const FRAME_LIMIT_MS = 5_000;

/**
 * Receives reports and heartbeats from the broker and handles them as the HTTP routes do. A report is acknowledged when it is
 * stored, refused for good, or when an answer asks its sender to retry; otherwise the broker keeps it.
 * @returns a function that stops the logging of refusals
 */
export function receiveOverMqtt(parts: Parts): () => void {
  const { connection, gate, reportIntake, heartbeatIntake, log, onAnswered } = parts;
  const refusals = createRefusalLog(log);

  async function deviceOf({ topic, properties }: Pick<MqttMessage, 'topic' | 'properties'>): Promise<CallingDevice> {
    const authorization = property(properties, MQTT_PROPERTY.authorization);
    const device = await gate.authenticateDevice({ headers: { authorization } });
    if (topic.split('/')[1] !== device.id)
      throw apiError('UNAUTHORIZED', 'This key is of another device than the topic');
    return device;
  }

  async function receiveReport(message: MqttMessage): Promise<Answer> {
    const device = await deviceOf(message);
    const raw = readReportMessage(message);
    const separate = property(message.properties, MQTT_PROPERTY.frame) === SEPARATE_FRAME;
    const received = await (separate ? receiveWithFrame(device, raw) : reportIntake.receive(device, raw));
    if ('drillId' in received) return { status: 202, body: { success: true, drill_id: received.drillId } };
    const { id, repeated } = received.detection;
    return { status: repeated ? 200 : 201, body: { success: true, detection_id: id } };
  }

  /** The broker retains the frame, so that any server receives it, whichever message arrives first. */
  async function receiveWithFrame(device: CallingDevice, { report }: RawReport) {
    checkReport(report);
    const topic = mqttTopics(device.id).frame(eventIdInTopic(report.event_id));
    const frame = await connection.receive(topic, { limitMs: FRAME_LIMIT_MS }, async (message) => {
      if (message.payload.byteLength === 0) return null;
      await deviceOf(message);
      return message.payload;
    });
    if (frame === null)
      log.warn({ device_id: device.id }, 'the frame of a report did not arrive; the report is stored without it');
    const received = await reportIntake.receive(device, { report, frame });
    connection.publish(topic, '', { retain: true });
    return received;
  }

  async function acceptHeartbeat(message: MqttMessage): Promise<Answer> {
    const device = await deviceOf(message);
    const heartbeat = parseJson(message.payload.toString());
    checkBody(Heartbeat, heartbeat, 'heartbeat');
    return { status: 200, body: heartbeatIntake(device, heartbeat as Heartbeat) };
  }

  async function handle(kind: Kind, message: MqttMessage) {
    const process = kind === 'report' ? receiveReport : acceptHeartbeat;
    const {
      status,
      body,
      retryAfterSeconds = null,
    } = await process(message).catch((error: unknown) => answerOfError(error, { log, topic: message.topic }));
    onAnswered?.(kind, status);
    const to = answerTopic(message);
    if (to !== null) {
      const { correlationData } = message.properties;
      const answer = JSON.stringify({ status, retry_after: retryAfterSeconds, body });
      connection.publish(to, answer, { properties: correlationData === undefined ? {} : { correlationData } });
      return ackOf(status);
    }
    if (status < 300 || kind === 'heartbeat') return ackOf(status);
    const reason = `${status} over MQTT: ${'message' in body ? body.message : ''}`;
    if (!isFinal(status)) throw new Error(reason);
    refusals.note(reason);
    return ackOf(status);
  }

  const all = mqttTopics('+');
  connection.subscribe(`${SHARED}${all.detections}`, { qos: 1 }, (message) => handle('report', message));
  // QoS 0, because a heartbeat that waited at the broker would be outdated.
  connection.subscribe(`${SHARED}${all.heartbeat}`, { qos: 0 }, (message) => handle('heartbeat', message));
  return refusals.stop;
}
