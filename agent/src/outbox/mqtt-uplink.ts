import { readFileSync } from 'node:fs';
import { FRAME_MAX_BYTES } from '../../../contract/src/limits.ts';
import { MQTT_PROPERTY, type MqttAnswer, mqttTopics } from '../../../contract/src/mqtt.ts';
import { causeOf, outcomeOf } from './http-uplink.ts';
import { type MqttRequest, openMqttRequester } from './mqtt-requester.ts';
import type { Server, ServerAddress } from './server.ts';

const LIMIT_MS = 15_000;
const HEARTBEAT_LIMIT_MS = 5_000;
/** Room for topic and properties, which the broker's packet limit includes. */
const OVERHEAD_BYTES = 1024;

/** Reaches the server through a broker. A report is delivered when the server has answered, not when the broker has acknowledged it. */
export function mqttServer({ server, keyFile }: ServerAddress): Server {
  const requester = openMqttRequester(server);

  async function request(build: (topics: ReturnType<typeof mqttTopics>) => Omit<MqttRequest, 'properties'> & Added) {
    const { key, deviceId } = readKey(keyFile);
    const { added = {}, ...rest } = build(mqttTopics(deviceId));
    const properties = { [MQTT_PROPERTY.authorization]: `Bearer ${key}`, ...added };
    return requester.request(deviceId, { ...rest, properties });
  }

  return {
    reports: {
      send: async ({ report, frame }, signal) => {
        const maxBytes = Math.min(
          FRAME_MAX_BYTES,
          (requester.maxMessageBytes() ?? Number.POSITIVE_INFINITY) - OVERHEAD_BYTES,
        );
        const bytes = (frame?.byteLength ?? 0) + Buffer.byteLength(report);
        if (bytes > maxBytes)
          return { kind: 'refused', reason: `413 too large for the broker or the server: ${bytes} bytes` };
        try {
          const answer = await request(({ detections }) => ({
            ...{ topic: detections, qos: 1, limitMs: LIMIT_MS, signal },
            ...(frame === null
              ? { payload: report, contentType: 'application/json' }
              : { payload: frame, contentType: 'image/jpeg', added: { [MQTT_PROPERTY.detection]: report } }),
          }));
          const retryAfter = answer.retry_after === null ? null : String(answer.retry_after);
          return outcomeOf(answer.status, retryAfter, textOf(answer));
        } catch (error) {
          if (error instanceof WrongKey) return { kind: 'unauthorized', reason: error.message };
          return { kind: 'later', reason: causeOf(error), failedAtServer: false };
        }
      },
    },
    heartbeat: async (heartbeat, signal) => {
      const answer = await request((topics) => ({
        ...{ topic: topics.heartbeat, payload: JSON.stringify(heartbeat), contentType: 'application/json' },
        ...{ qos: 0, limitMs: HEARTBEAT_LIMIT_MS, signal },
      }));
      return { status: answer.status, text: textOf(answer) };
    },
    tryKey: async (signal) => {
      const answer = await request(({ detections }) => ({
        ...{ topic: detections, payload: '{}', contentType: 'application/json' },
        ...{ qos: 1, limitMs: LIMIT_MS, signal },
      }));
      return { status: answer.status, text: textOf(answer) };
    },
    close: requester.close,
  };
}

type Added = { added?: Record<string, string> };

class WrongKey extends Error {}

/** Reads the key file for each request, so that a replaced key is used at once. The topics contain the key's device id. */
function readKey(keyFile: string): { key: string; deviceId: string } {
  const key = readFileSync(keyFile, 'utf8').trim();
  const [, deviceId] = /^vdk_([0-9a-f]+)_/.exec(key) ?? [];
  if (deviceId === undefined) throw new WrongKey(`${keyFile} holds no key of a device: vdk_…`);
  return { key, deviceId };
}

function textOf({ body }: MqttAnswer): string {
  return JSON.stringify(body).slice(0, 300);
}
