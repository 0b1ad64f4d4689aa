import { createHeartbeatIntake } from '../ingest/heartbeat-intake.ts';
import { createReportIntake } from '../ingest/report-intake.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { mqttClientId } from '../mqtt/mqtt-client-id.ts';
import type { MqttConnection } from '../mqtt/mqtt-connection.ts';
import { MESSAGE_MAX_BYTES, receiveOverMqtt } from '../mqtt/mqtt-reports.ts';
import type { DetectionParts } from './detection-parts.ts';
import type { DeviceParts } from './device-parts.ts';
import type { Basics, Closing } from './part.ts';

export type MqttParts = {
  /** Null unless a broker is named in the settings. */
  mqtt: MqttConnection | null;
};

type Parts = Basics &
  Pick<DetectionParts, 'writer'> &
  Pick<DeviceParts, 'deviceGate' | 'heartbeats' | 'lastSeen'> & { metrics: Metrics | null };

/** Connects to the broker, when there is one, and takes what devices send over it. */
export async function openMqttParts(parts: Parts): Promise<MqttParts & { closing: Closing }> {
  const { config, now, log, writer, deviceGate, heartbeats, lastSeen, metrics } = parts;
  const { mqttUrl: url, dataDir } = config;
  if (url === undefined) return { mqtt: null, closing: [] };
  // A server without a broker does not wait for the library to load.
  const { connectMqtt } = await import('../mqtt/mqtt-connection.ts');
  const connection = connectMqtt({ url, clientId: mqttClientId(dataDir), log, maxPacketBytes: MESSAGE_MAX_BYTES });
  const onAccepted = lastSeen.note;
  const stopReports = receiveOverMqtt({
    ...{ connection, gate: deviceGate, log },
    reportIntake: createReportIntake({ writer, now, onAccepted }),
    noteHeartbeat: createHeartbeatIntake({ heartbeats, onAccepted }),
    onAnswered: metrics?.noteMqtt,
  });
  const stop = async () => {
    await connection.stop();
    stopReports();
  };
  return { mqtt: connection, closing: [['the MQTT broker', stop]] };
}
