import { createHash } from 'node:crypto';
import { type ThreatBucket, threatBucket } from '@vedette/contract/threat-level';
import type { StoredDetection } from '../new-detection.ts';
import { type CountedLabels, countedLabels } from './counted-labels.ts';

/** The labels that filters use. All detections with equal labels form one series; there are few series, even for many detections. */
export type SeriesLabels = {
  weaponTypeKey: string;
  bucket: ThreatBucket;
  location: string | null;
  device: string | null;
  deviceId: string | null;
  /** The lower-case text that a text search matches. */
  text: string;
};

type Labelled = CountedLabels & Pick<StoredDetection, 'other_labels' | 'threat_level' | 'device_id'>;

/** The labels as one text, the key of their counter. No label contains a line break or is empty. */
export function seriesKey(row: Labelled): string {
  const { weapon_type_key, location, device } = countedLabels(row);
  return [weapon_type_key, threatBucket(row.threat_level), location, device, row.device_id].join('\n');
}

export function labelsOf(key: string): SeriesLabels {
  const [weaponTypeKey = '', bucket = '', location, device, deviceId] = key.split('\n');
  const text = [location, device, weaponTypeKey].join('\n').toLowerCase();
  return {
    text,
    weaponTypeKey,
    bucket: bucket as ThreatBucket,
    location: location || null,
    device: device || null,
    deviceId: deviceId || null,
  };
}

const ids = new Map<string, number>();
const IDS_KEPT = 20_000;

/**
 * A 53-bit hash of the series for its rows, so that servers need not agree on ids. With ten thousand series a collision
 * occurs once in two hundred million installations; a filter would then show both series.
 */
export function seriesId(key: string): number {
  const known = ids.get(key);
  if (known !== undefined) return known;
  const id = Number(createHash('sha256').update(key).digest().readBigUInt64BE() >> 11n);
  if (ids.size >= IDS_KEPT) ids.clear();
  ids.set(key, id);
  return id;
}
