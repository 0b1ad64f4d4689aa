import type { Device } from '@vedette/contract/device';

/** The address of a device's history, under all its names. */
export function historyOf({ device_id }: Pick<Device, 'device_id'>): string {
  return `/dashboard?view=history&device_id=${encodeURIComponent(device_id)}`;
}
