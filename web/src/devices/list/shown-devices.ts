import type { Device } from '@vedette/contract/device';
import { describeLastSeen } from '../last-seen.ts';

export const orders = {
  added: 'Date added',
  name: 'Name',
  newest: 'Last report, newest first',
  oldest: 'Last report, oldest first',
} as const;
export type Order = keyof typeof orders;

export type Choice = { search: string; quiet: boolean; order: Order };

/** A device that never reported counts as quiet, too. */
export function isQuiet({ last_seen_at }: Pick<Device, 'last_seen_at'>, now: number): boolean {
  return describeLastSeen(last_seen_at, now).state !== 'reporting';
}

export function shownDevices(devices: readonly Device[], { search, quiet, order }: Choice, now: number): Device[] {
  const text = search.trim().toLowerCase();
  const contains = (value: string | null) => value?.toLowerCase().includes(text) === true;
  return devices
    .filter((device) => contains(device.name) || contains(device.location) || contains(device.device_id))
    .filter((device) => !quiet || isQuiet(device, now))
    .sort(comparisons[order]);
}

const inReadingOrder = new Intl.Collator('en', { numeric: true }).compare;
const lastReport = ({ last_seen_at }: Device) => (last_seen_at === null ? 0 : Date.parse(last_seen_at));
const comparisons: Record<Order, (a: Device, b: Device) => number> = {
  added: () => 0,
  name: (a, b) => inReadingOrder(a.name, b.name),
  newest: (a, b) => lastReport(b) - lastReport(a),
  oldest: (a, b) => lastReport(a) - lastReport(b),
};
