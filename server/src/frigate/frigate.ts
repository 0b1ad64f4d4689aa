import type { Heartbeats } from '../devices/heartbeats.ts';
import type { LastSeen } from '../devices/last-seen.ts';
import type { FrigateSettings } from '../frigate-settings.ts';
import type { ReportIntake } from '../ingest/report-intake.ts';
import type { Log } from '../log.ts';
import type { MqttConnection, MqttHandler } from '../mqtt/mqtt-connection.ts';
import { ACK } from '../mqtt/mqtt-message.ts';
import { createRefusalLog } from '../writer/refusal-log.ts';
import { cameraStates } from './camera-states.ts';
import { frigateCameras } from './cameras.ts';
import { sightingFromMessage } from './frigate.rules.ts';
import type { FrigateStore } from './frigate.store.ts';
import { frigateApi } from './frigate-api.ts';
import { parseJson, trackedObjectIn } from './frigate-messages.ts';
import { frigateIntake } from './intake.ts';
import { startListReader } from './list-reader.ts';
import { cameraSetupReader } from './setups.ts';
import { snapshotReader } from './snapshot.ts';

type Parts = {
  settings: FrigateSettings;
  mqtt: Pick<MqttConnection, 'subscribe'>;
  store: FrigateStore;
  reports: Pick<ReportIntake, 'receive'>;
  rates: { take: (deviceId: string) => number };
  heartbeats: Pick<Heartbeats, 'record' | 'of'>;
  lastSeen: Pick<LastSeen, 'note'>;
  now: () => number;
  elapsed: () => number;
  log: Log;
};

/** Frigate's messages are smaller. */
const MESSAGE_MAX_BYTES = 1024 * 1024;

/**
 * Stores Frigate's events as reports. Every server subscribes to every message, so that the stop of one server loses none; the
 * event's id makes the database store only one report.
 */
export function startFrigate(parts: Parts): { stop: () => Promise<void> } {
  const { settings, mqtt, store, reports, rates, heartbeats, lastSeen, now, elapsed } = parts;
  const { topicPrefix, labels, address } = settings;
  const log = parts.log.child({ frigate: topicPrefix });
  const stopping = new AbortController();
  const api = frigateApi(address, stopping.signal);
  const cameras = frigateCameras({ store, topicPrefix, now, log });
  const snapshots = snapshotReader({ api, log });
  const setups = cameraSetupReader({ api, elapsed, log });
  const intake = frigateIntake({
    ...{ settings, store, cameras, snapshots, setups, reports, rates, log },
    stopping: stopping.signal,
  });
  const listReader = startListReader({ api, store, intake, topicPrefix, labels: [...labels.keys()], now, log });
  const states = cameraStates({ cameras, heartbeats, lastSeen, now });
  const refusals = createRefusalLog(log);

  const onEvent: MqttHandler = async ({ payload }) => {
    const tracked = payload.byteLength > MESSAGE_MAX_BYTES ? null : trackedObjectIn(parseJson(payload.toString()));
    if (tracked === null) {
      refusals.note('a message of Frigate is not understood');
      return ACK.badPayload;
    }
    const sighting = sightingFromMessage(tracked);
    if (sighting === null) return ACK.accepted;
    try {
      await intake.store(sighting);
    } catch (error) {
      // The event is in Frigate's list.
      listReader.readNow();
      throw error;
    }
    return ACK.accepted;
  };

  const onStats: MqttHandler = async ({ payload }) => {
    if (payload.byteLength > MESSAGE_MAX_BYTES) return ACK.badPayload;
    await states.handleStats(parseJson(payload.toString()));
    return ACK.accepted;
  };

  /** The broker retains this message and sends it after each connect: events before it may have been missed. */
  const onAvailable: MqttHandler = async ({ payload }) => {
    if (payload.toString() === 'offline') await states.handleOffline();
    if (payload.toString() === 'online') {
      setups.invalidate();
      listReader.readNow();
    }
    return ACK.accepted;
  };

  mqtt.subscribe(`${topicPrefix}/events`, { qos: 1 }, onEvent);
  mqtt.subscribe(`${topicPrefix}/stats`, { qos: 1 }, onStats);
  mqtt.subscribe(`${topicPrefix}/available`, { qos: 1 }, onAvailable);
  listReader.readNow();

  return {
    async stop() {
      stopping.abort();
      await listReader.stop();
      refusals.stop();
    },
  };
}
