/** The texts of a report by which detections are counted and filtered. */
export const LABELS = ['weapon_type', 'location', 'device'] as const;
export type Label = (typeof LABELS)[number];

/** What statistics and filters know a label by when there are too many different ones; the detection keeps its own. */
export const OTHER_LABEL = 'other';

type Labelled = Record<Label, string | null> & { other_labels?: Label[] | undefined };

/** What statistics and filters know a detection by. */
export function countedLabel<D extends Labelled, L extends Label>(detection: D, label: L): D[L] | typeof OTHER_LABEL {
  return detection.other_labels?.includes(label) ? OTHER_LABEL : detection[label];
}

/** The maximum number of distinct labels: of one device, and of all devices together. */
export const LABELS_MAX: Record<Label, { perDevice: number; inAll: number }> = {
  weapon_type: { perDevice: 50, inAll: 200 },
  location: { perDevice: 100, inAll: 10_000 },
  device: { perDevice: 20, inAll: 10_000 },
};
/** How many different sets of these labels. */
export const LABEL_SETS_MAX = { perDevice: 1_000, inAll: 10_000 };

/** How many choices of a filter are answered at once; the others are found by a search. */
export const CHOICES_MAX = 50;
