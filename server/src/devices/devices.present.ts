import type { Device, NewDeviceAnswer, RotatedKeyAnswer } from '@vedette/contract/device';
import type { DeviceTable } from '../db/schema.ts';
import { labelsIn } from '../writer/counters/counted-labels.ts';
import type { RegisteredDevice } from './devices.actions.ts';
import { presentHeartbeat } from './heartbeats.present.ts';
import type { ReceivedHeartbeat } from './heartbeats.rules.ts';

export function presentDevice(device: DeviceTable, received: ReceivedHeartbeat | undefined, now: number): Device {
  const { old_key_until } = device;
  return {
    device_id: device.id,
    name: device.name,
    location: device.location,
    created_at: new Date(device.created_at).toISOString(),
    last_seen_at: device.last_seen_at === null ? null : new Date(device.last_seen_at).toISOString(),
    other_labels: labelsIn(device.other_labels),
    ...(old_key_until !== null && old_key_until > now && { old_key_until: new Date(old_key_until).toISOString() }),
    ...presentHeartbeat(received, now),
  };
}

export function presentNewDevice({ device, key }: RegisteredDevice): NewDeviceAnswer {
  return { success: true, device_id: device.id, name: device.name, location: device.location, key };
}

export function presentRotatedKey({ device, key }: RegisteredDevice): RotatedKeyAnswer {
  return {
    success: true,
    device_id: device.id,
    key,
    old_key_until: new Date(device.old_key_until ?? device.created_at).toISOString(),
  };
}
