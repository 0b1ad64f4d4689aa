import type { Device } from '@vedette/contract/device';
import { type Label, OTHER_LABEL } from '@vedette/contract/labels';

const names: Record<Label, string> = { weapon_type: 'weapon types', location: 'locations', device: 'device names' };
const list = new Intl.ListFormat('en-GB');

/** The notice about a device that reports too many different labels; null when it does not. */
export function describeOtherLabels({ other_labels }: Pick<Device, 'other_labels'>): string | null {
  if (other_labels.length === 0) return null;
  const labels = list.format(other_labels.map((label) => names[label]));
  return `Too many different ${labels} were reported: further ones are counted as "${OTHER_LABEL}"`;
}
