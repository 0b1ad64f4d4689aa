/** The text fields of a report by which detections are counted and filtered. */
export const LABELS = ['weapon_type', 'location', 'device'] as const;
export type Label = (typeof LABELS)[number];

/** Statistics and filters use this label for all others once there are too many; the detection keeps its own. */
export const OTHER_LABEL = 'other';

type Labelled = Record<Label, string | null> & { other_labels?: Label[] | undefined };

/** The label under which statistics and filters count a detection. */
export function countedLabel<D extends Labelled, L extends Label>(detection: D, label: L): D[L] | typeof OTHER_LABEL {
  return detection.other_labels?.includes(label) ? OTHER_LABEL : detection[label];
}

/** The maximum number of distinct labels: of one device, and of all devices together. */
export const LABELS_MAX: Record<Label, { perDevice: number; inAll: number }> = {
  weapon_type: { perDevice: 50, inAll: 200 },
  location: { perDevice: 100, inAll: 10_000 },
  device: { perDevice: 20, inAll: 10_000 },
};
/** The maximum number of distinct combinations of labels. */
export const LABEL_SETS_MAX = { perDevice: 1_000, inAll: 10_000 };

/** The maximum number of choices in an answer; a search finds the others. */
export const CHOICES_MAX = 50;
