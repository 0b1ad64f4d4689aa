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
import { catchUpWithFrigate } from './catch-up.ts';
import { sightingIn } from './frigate.rules.ts';
import type { FrigateStore } from './frigate.store.ts';
import { frigateApi } from './frigate-api.ts';
import { parseJson, trackedObjectIn } from './frigate-messages.ts';
import { frigateIntake } from './intake.ts';
import { cameraSetupReader } from './setups.ts';
import { snapshotReader } from './snapshot.ts';

type Parts = {
  settings: FrigateSettings;
  mqtt: Pick<MqttConnection, 'subscribe'>;
  store: FrigateStore;
  reports: Pick<ReportIntake, 'store'>;
  rates: { take: (deviceId: string) => number };
  heartbeats: Pick<Heartbeats, 'note' | 'of'>;
  lastSeen: Pick<LastSeen, 'note'>;
  now: () => number;
  elapsed: () => number;
  log: Log;
};

/** Larger ones are no messages of Frigate. */
const MESSAGE_MAX_BYTES = 1024 * 1024;

/**
 * Takes the weapons that a Frigate sees. Every server subscribes to every message, so that none depends on a server that has
 * just ended; the event's id lets only one report of it be stored.
 */
export function followFrigate(parts: Parts): { stop: () => Promise<void> } {
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
  const catchUp = catchUpWithFrigate({ api, store, intake, topicPrefix, labels: [...labels.keys()], now, log });
  const states = cameraStates({ cameras, heartbeats, lastSeen, now });
  const refusals = createRefusalLog(log);

  const onEvent: MqttHandler = async ({ payload }) => {
    const tracked = payload.byteLength > MESSAGE_MAX_BYTES ? null : trackedObjectIn(parseJson(payload.toString()));
    if (tracked === null) {
      refusals.note('a message of Frigate is not understood');
      return ACK.badPayload;
    }
    const sighting = sightingIn(tracked);
    if (sighting === null) return ACK.accepted;
    try {
      await intake.take(sighting);
    } catch (error) {
      // Frigate keeps it in its list.
      catchUp.now();
      throw error;
    }
    return ACK.accepted;
  };

  const onStats: MqttHandler = async ({ payload }) => {
    if (payload.byteLength > MESSAGE_MAX_BYTES) return ACK.badPayload;
    await states.noteStats(parseJson(payload.toString()));
    return ACK.accepted;
  };

  /** Retained by the broker, so that it comes after each connection: messages before it may have been lost. */
  const onAvailable: MqttHandler = async ({ payload }) => {
    if (payload.toString() === 'offline') await states.noteEnd();
    if (payload.toString() === 'online') {
      setups.forget();
      catchUp.now();
    }
    return ACK.accepted;
  };

  mqtt.subscribe(`${topicPrefix}/events`, { qos: 1 }, onEvent);
  mqtt.subscribe(`${topicPrefix}/stats`, { qos: 1 }, onStats);
  mqtt.subscribe(`${topicPrefix}/available`, { qos: 1 }, onAvailable);
  catchUp.now();

  return {
    async stop() {
      stopping.abort();
      await catchUp.stop();
      refusals.stop();
    },
  };
}
