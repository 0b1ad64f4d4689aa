import { LABELS, type Label, OTHER_LABEL } from '@vedette/contract/labels';

/** Bits of a row's `other_labels`: the labels that are counted as 'other'. */
const BITS: Record<Label, number> = { weapon_type: 1, location: 2, device: 4 };

export type CountedLabels = {
  weapon_type: string;
  weapon_type_key: string;
  location: string | null;
  device: string | null;
};

/** The labels by which a row is counted and filtered. The row itself keeps the reported ones. */
export function countedLabels(row: CountedLabels & { other_labels: number }): CountedLabels {
  const { other_labels: bits, weapon_type, weapon_type_key, location, device } = row;
  if (bits === 0) return row;
  const isOther = (label: Label) => (bits & BITS[label]) !== 0;
  return {
    weapon_type: isOther('weapon_type') ? OTHER_LABEL : weapon_type,
    weapon_type_key: isOther('weapon_type') ? OTHER_LABEL : weapon_type_key,
    location: isOther('location') ? OTHER_LABEL : location,
    device: isOther('device') ? OTHER_LABEL : device,
  };
}

export function bitsOf(labels: readonly Label[]): number {
  return labels.reduce((bits, label) => bits | BITS[label], 0);
}

export function labelsIn(bits: number): Label[] {
  return LABELS.filter((label) => (bits & BITS[label]) !== 0);
}
