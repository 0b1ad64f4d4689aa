import type { ChangedDevice, NewDevice } from '@vedette/contract/device';
import { OLD_KEY_VALID_MS } from '@vedette/contract/limits';
import type { AuditActor } from '../db/audit/append-audit.ts';
import type { DeviceTable } from '../db/schema.ts';
import { newDeviceKey, newSecret } from './device-key.ts';
import type { DeviceStore } from './devices.store.ts';

export type RegisteredDevice = { device: DeviceTable; key: string };

type Parts = {
  store: DeviceStore;
  now: () => number;
  /** Who does it, for the audit log; absent: the server itself. */
  by?: AuditActor;
};

/** Returns the key, of which only the hash is stored. */
export async function registerDevice(
  { store, now, by }: Parts,
  { name, location }: NewDevice,
): Promise<RegisteredDevice> {
  const { id, key, hash } = newDeviceKey();
  const device = {
    id,
    name: name.trim(),
    location: placeIn(location),
    key_hash: hash,
    old_key_hash: null,
    old_key_until: null,
    created_at: now(),
    last_seen_at: null,
    other_labels: 0,
    heartbeat: null,
    heartbeat_at: null,
    heartbeat_state_since: null,
  };
  await store.insert(device, by);
  return { device, key };
}

/** What it reported before keeps the words of that time. @returns undefined when there is no such device */
export function changeDevice({ store, by }: Omit<Parts, 'now'>, id: string, { name, location }: ChangedDevice) {
  const changes = {
    ...(name !== undefined && { name: name.trim() }),
    ...(location !== undefined && { location: placeIn(location) }),
  };
  return store.change(id, { changes, by });
}

/** The key until now stays valid for a while, so that the device can be given the new one in peace. */
export async function rotateKey({ store, now, by }: Parts, id: string): Promise<RegisteredDevice | undefined> {
  const { key, hash } = newSecret(id);
  const device = await store.replaceKey(id, { hash, oldUntil: now() + OLD_KEY_VALID_MS, by });
  return device && { device, key };
}

function placeIn(location: string | null | undefined): string | null {
  return location?.trim() || null;
}
