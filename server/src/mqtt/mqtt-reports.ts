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

/** A report with its frame in base64, its topic and its properties. */
export const MESSAGE_MAX_BYTES = JSON_MAX_BYTES + 128 * 1024;

type Kind = 'report' | 'heartbeat';
type Parts = {
  connection: Pick<MqttConnection, 'subscribe' | 'publish' | 'receive'>;
  gate: Pick<DeviceGate, 'authenticateDevice'>;
  reportIntake: ReportIntake;
  noteHeartbeat: HeartbeatIntake;
  log: Log;
  /** Called with the status that each message would have got over HTTP. */
  onAnswered: ((kind: Kind, status: number) => void) | undefined;
};

/** The servers of one broker share the messages. */
const SHARED = '$share/vedette/';
/** A report is stored without its frame when that has not come by then: guards must not wait longer for it. */
const FRAME_LIMIT_MS = 5_000;

/**
 * Takes reports and heartbeats from the broker, as the routes take them over HTTP. A report that is refused for good is
 * acknowledged, and so is one whose sender is told to try again; another one stays at the broker until it is stored.
 * Returns how to end it.
 */
export function receiveOverMqtt(parts: Parts): () => void {
  const { connection, gate, reportIntake, noteHeartbeat, log, onAnswered } = parts;
  const refusals = createRefusalLog(log);

  async function deviceOf({ topic, properties }: Pick<MqttMessage, 'topic' | 'properties'>): Promise<CallingDevice> {
    const authorization = property(properties, MQTT_PROPERTY.authorization);
    const device = await gate.authenticateDevice({ headers: { authorization } });
    if (topic.split('/')[1] !== device.id)
      throw apiError('UNAUTHORIZED', 'This key is of another device than the topic');
    return device;
  }

  async function takeReport(message: MqttMessage): Promise<Answer> {
    const device = await deviceOf(message);
    const raw = readReportMessage(message);
    const separate = property(message.properties, MQTT_PROPERTY.frame) === SEPARATE_FRAME;
    const { id, repeated } = await (separate ? storeWithFrame(device, raw) : reportIntake.store(device, raw));
    return { status: repeated ? 200 : 201, body: { success: true, detection_id: id } };
  }

  /** The frame is retained at the broker, so that any server finds it, whichever of the two messages came first. */
  async function storeWithFrame(device: CallingDevice, { report }: RawReport) {
    checkReport(report);
    const topic = mqttTopics(device.id).frame(eventIdInTopic(report.event_id));
    const frame = await connection.receive(topic, { limitMs: FRAME_LIMIT_MS }, async (message) => {
      if (message.payload.byteLength === 0) return null;
      await deviceOf(message);
      return message.payload;
    });
    if (frame === null) log.warn({ device_id: device.id }, 'the frame of a report did not come; it is stored without');
    const stored = await reportIntake.store(device, { report, frame });
    connection.publish(topic, '', { retain: true });
    return stored;
  }

  async function takeHeartbeat(message: MqttMessage): Promise<Answer> {
    const device = await deviceOf(message);
    const heartbeat = parseJson(message.payload.toString());
    checkBody(Heartbeat, heartbeat, 'heartbeat');
    return { status: 200, body: noteHeartbeat(device, heartbeat as Heartbeat) };
  }

  async function handle(kind: Kind, message: MqttMessage) {
    const take = kind === 'report' ? takeReport : takeHeartbeat;
    const {
      status,
      body,
      retryAfterSeconds = null,
    } = await take(message).catch((error: unknown) => answerOfError(error, { log, topic: message.topic }));
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
  // A heartbeat that waited would say what was, so the broker does not keep any.
  connection.subscribe(`${SHARED}${all.heartbeat}`, { qos: 0 }, (message) => handle('heartbeat', message));
  return refusals.stop;
}
