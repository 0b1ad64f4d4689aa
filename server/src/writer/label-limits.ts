import { LABEL_SETS_MAX, LABELS, LABELS_MAX, type Label, OTHER_LABEL } from '@vedette/contract/labels';
import { WEAPON_TYPES, weaponTypeKey } from '@vedette/contract/weapon-type';
import { bitsOf, type CountedLabels, countedLabels } from './counters/counted-labels.ts';
import { labelsOf } from './counters/series.ts';
import type { NewDetection } from './new-detection.ts';

/** The keys of the counters of series and of weapon types whose value is not zero. */
export type StoredLabels = { series: readonly string[]; types: readonly string[] };

export type LabelLimits = {
  /** Returns the row with the labels marked that exceed the limits. */
  apply: (row: NewDetection) => NewDetection;
};

type OtherLabels = { deviceId: string | null; bits: number };
type Labels = Record<Label, Set<string>>;
type Known = { all: Labels; sets: number; byDevice: Map<string | null, { labels: Labels; sets: Set<string> }> };

const READ_AGAIN_MS = 60_000;

/**
 * Limits the number of distinct labels, by the stored labels of each device. When a label exceeds a limit, the stored
 * labels are read again, at most once a minute: there may be fewer by now. Each server counts the labels it has accepted
 * since that read, so several servers together may accept that many times more.
 * @param options.onOther called for every row with a label that exceeds a limit
 */
export async function createLabelLimits(options: {
  read: () => Promise<StoredLabels>;
  now: () => number;
  onOther: (labels: OtherLabels) => void;
  onError: (error: unknown) => void;
}): Promise<LabelLimits> {
  const { read, now, onOther, onError } = options;
  let readAt = now();
  let known = knownFrom(await read());

  function readAgain() {
    if (now() - readAt < READ_AGAIN_MS) return;
    readAt = now();
    read().then((stored) => {
      known = knownFrom(stored);
    }, onError);
  }

  return {
    apply: (row) => {
      const bits = admit(known, row);
      if (bits === row.other_labels) return row;
      onOther({ deviceId: row.device_id, bits });
      readAgain();
      return { ...row, other_labels: bits };
    },
  };
}

/** Adds the labels of a row within the limits. @returns the bits of the labels that exceed them */
function admit(known: Known, row: NewDetection): number {
  const device = deviceIn(known, row.device_id);
  const bits = bitsOf(LABELS.filter((label) => !hasRoom(known, device.labels, { label, value: row[label] })));
  const counted = countedLabels({ ...row, other_labels: bits });
  const set = setOf(counted);
  if (!device.sets.has(set)) {
    if (device.sets.size >= LABEL_SETS_MAX.perDevice || known.sets >= LABEL_SETS_MAX.inAll) {
      return bitsOf(LABELS.filter((label) => takesRoom(label, row[label])));
    }
    remember(known, row.device_id, counted);
  }
  return bits;
}

type Asked = { label: Label; value: string | null };

function hasRoom({ all }: Known, ofDevice: Labels, { label, value }: Asked): boolean {
  if (!takesRoom(label, value) || ofDevice[label].has(value)) return true;
  const { perDevice, inAll } = LABELS_MAX[label];
  return ofDevice[label].size < perDevice && (all[label].has(value) || all[label].size < inAll);
}

/** The known weapon types do not count towards a limit. */
function takesRoom(label: Label, value: string | null): value is string {
  return value !== null && value !== OTHER_LABEL && !(label === 'weapon_type' && canonical.has(value));
}

const canonical: ReadonlySet<string> = new Set(WEAPON_TYPES);

function remember(known: Known, deviceId: string | null, counted: CountedLabels) {
  const device = deviceIn(known, deviceId);
  device.sets.add(setOf(counted));
  known.sets += 1;
  for (const label of LABELS) {
    const value = counted[label];
    if (!takesRoom(label, value)) continue;
    known.all[label].add(value);
    device.labels[label].add(value);
  }
}

function deviceIn({ byDevice }: Known, deviceId: string | null) {
  const known = byDevice.get(deviceId) ?? { labels: noLabels(), sets: new Set<string>() };
  byDevice.set(deviceId, known);
  return known;
}

function noLabels(): Labels {
  return { weapon_type: new Set(), location: new Set(), device: new Set() };
}

/** Different spellings of a weapon type are different sets. */
function setOf({ weapon_type, location, device }: CountedLabels): string {
  return [weapon_type, location, device].join('\n');
}

/** Series hold no spellings of weapon types, so each device is assumed to have used every spelling. */
function knownFrom({ series, types }: StoredLabels): Known {
  const known: Known = { all: noLabels(), sets: 0, byDevice: new Map() };
  const spellings = new Map<string, string[]>();
  for (const type of types) {
    const key = weaponTypeKey(type);
    spellings.set(key, [...(spellings.get(key) ?? []), type]);
  }
  for (const text of series) {
    const { weaponTypeKey: key, location, device, deviceId } = labelsOf(text);
    for (const type of spellings.get(key) ?? [key]) {
      const counted = { weapon_type: type, weapon_type_key: key, location, device };
      if (!deviceIn(known, deviceId).sets.has(setOf(counted))) remember(known, deviceId, counted);
    }
  }
  return known;
}
