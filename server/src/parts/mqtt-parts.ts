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
  /** Null unless the settings name a broker. */
  mqtt: MqttConnection | null;
};

type Parts = Basics &
  Pick<DetectionParts, 'writer'> &
  Pick<DeviceParts, 'deviceGate' | 'heartbeats' | 'lastSeen'> & { metrics: Metrics | null };

/** Connects to the broker, if there is one, and receives the devices' messages from it. */
export async function openMqttParts(parts: Parts): Promise<MqttParts & { closing: Closing }> {
  const { config, now, log, writer, deviceGate, heartbeats, lastSeen, metrics } = parts;
  const { mqttUrl: url, dataDir } = config;
  if (url === undefined) return { mqtt: null, closing: [] };
  // Loaded on demand, because a server without a broker does not need the library.
  const { connectMqtt } = await import('../mqtt/mqtt-connection.ts');
  const connection = connectMqtt({ url, clientId: mqttClientId(dataDir), log, maxPacketBytes: MESSAGE_MAX_BYTES });
  const onAccepted = lastSeen.note;
  const stopReports = receiveOverMqtt({
    ...{ connection, gate: deviceGate, log },
    reportIntake: createReportIntake({ writer, drills: config.team, now, onAccepted }),
    heartbeatIntake: createHeartbeatIntake({ heartbeats, onAccepted }),
    onAnswered: metrics?.noteMqtt,
  });
  const stop = async () => {
    await connection.stop();
    stopReports();
  };
  return { mqtt: connection, closing: [['the MQTT broker', stop]] };
}
