import type { NewDevice } from '@vedette/contract/device';
import type { DeviceTable } from '../db/schema.ts';
import { newDeviceKey } from './device-key.ts';
import type { DeviceStore } from './devices.store.ts';

export type RegisteredDevice = { device: DeviceTable; key: string };

type Parts = { store: DeviceStore; now: () => number };

/** Returns the key, of which only the hash is stored. */
export async function registerDevice({ store, now }: Parts, { name, location }: NewDevice): Promise<RegisteredDevice> {
  const { id, key, hash } = newDeviceKey();
  const place = location?.trim() || null;
  const device = {
    id,
    name: name.trim(),
    location: place,
    key_hash: hash,
    created_at: now(),
    last_seen_at: null,
    other_labels: 0,
  };
  await store.insert(device);
  return { device, key };
}
