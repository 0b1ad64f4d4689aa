import { MQTT_PROPERTY, mqttTopics } from '@vedette/contract/mqtt';
import { apiError } from '../http/errors.ts';
import { JSON_MAX_BYTES, type RawReport, readJson } from '../ingest/report-bodies.ts';
import { ACK, type Ack, type MqttMessage, type MqttProperties } from './mqtt-message.ts';

/** Reads a user property; undefined when there is none, or more than one with this name. */
export function property({ userProperties }: MqttProperties, name: string): string | undefined {
  const value = userProperties?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** The payload is either the report as JSON with its frame in base64, or the frame, with the report as a property. */
export function readReportMessage({ payload, properties }: Pick<MqttMessage, 'payload' | 'properties'>): RawReport {
  const report = property(properties, MQTT_PROPERTY.detection);
  if (report !== undefined) return { report: parseJson(report), frame: payload.byteLength === 0 ? null : payload };
  if (payload.byteLength > JSON_MAX_BYTES) throw apiError('TOO_LARGE', `A report may have ${JSON_MAX_BYTES} bytes`);
  return readJson(parseJson(payload.toString()));
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw apiError('BAD_REQUEST', 'The message is not valid JSON');
  }
}

/** Refuses wildcards, which a topic must not contain. */
export function eventIdInTopic(eventId: string): string {
  if (!/[+#]/.test(eventId)) return eventId;
  const message = 'event_id must not contain + or # when the frame is a message of its own';
  throw apiError('BAD_REQUEST', message, { field: 'event_id' });
}

/** Returns the response topic if it belongs to the sender: a device must not make the server publish to another device. */
export function answerTopic({ topic, properties }: Pick<MqttMessage, 'topic' | 'properties'>): string | null {
  const { responseTopic } = properties;
  const { answers } = mqttTopics(topic.split('/')[1] ?? '');
  return responseTopic === answers || responseTopic?.startsWith(`${answers}/`) ? responseTopic : null;
}

/** Whether the same message would be refused again. */
export function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

export function ackOf(status: number): Ack {
  if (status === 401) return ACK.notAuthorized;
  return isFinal(status) ? ACK.badPayload : ACK.accepted;
}
