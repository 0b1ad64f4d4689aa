import { type DeviceGate, deviceGate } from '../devices/device-gate.ts';
import { type DeviceRates, deviceRates } from '../devices/device-rates.ts';
import { type DeviceStore, deviceStore } from '../devices/devices.store.ts';
import { heartbeatStore } from '../devices/heartbeats.store.ts';
import { type Heartbeats, watchHeartbeats } from '../devices/heartbeats.ts';
import { lastSeenStore } from '../devices/last-seen.store.ts';
import { type LastSeen, lastSeen } from '../devices/last-seen.ts';
import type { DatabaseParts } from './open-database.ts';
import type { Basics, Closing } from './part.ts';

export type DeviceParts = {
  deviceStore: DeviceStore;
  deviceGate: DeviceGate;
  deviceRates: DeviceRates;
  lastSeen: LastSeen;
  heartbeats: Heartbeats;
};

type Parts = Basics & Pick<DatabaseParts, 'database' | 'others'>;

/** Builds the registry of devices, and the limits of their reports. */
export function buildDeviceParts(parts: Parts): DeviceParts & { closing: Closing } {
  const { config, now, elapsed, log, database, others } = parts;
  const store = deviceStore(database.kysely);
  const rates = deviceRates({ others, elapsed, reportsPerSecond: config.deviceRateLimit });
  const seen = lastSeen({ store: lastSeenStore(database), now, log });
  const heartbeats = watchHeartbeats({ store: heartbeatStore(database), others, now, elapsed, log });
  return {
    deviceStore: store,
    deviceGate: deviceGate({ store, others, rates, elapsed, now }),
    deviceRates: rates,
    lastSeen: seen,
    heartbeats,
    closing: [
      ['the rates of devices', async () => rates.stop()],
      ['the last-seen times', seen.stop],
      ['the heartbeats of devices', heartbeats.stop],
    ],
  };
}
