import type { Device } from '@vedette/contract/device';

/** Where the history lists what a device reported, under whichever name. */
export function historyOf({ device_id }: Pick<Device, 'device_id'>): string {
  return `/dashboard?view=history&device_id=${encodeURIComponent(device_id)}`;
}
