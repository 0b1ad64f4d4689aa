import type { HistoryFilter } from '@vedette/contract/history';
import type { ThreatBucket } from '@vedette/contract/threat-level';
import { weaponTypeKey } from '@vedette/contract/weapon-type';
import type { SeriesLabels } from '../../writer/counters/series.ts';

/** The labels that a filter asks for; `text` is in lower case. */
export type LabelFilter = {
  weaponTypeKey?: string;
  bucket?: ThreatBucket;
  deviceId?: string;
  location?: string;
  text?: string;
};

export function labelFilter(filter: HistoryFilter): LabelFilter {
  return {
    ...(filter.weapon_type !== undefined && { weaponTypeKey: weaponTypeKey(filter.weapon_type) }),
    ...(filter.level !== undefined && { bucket: filter.level }),
    ...(filter.device_id !== undefined && { deviceId: filter.device_id }),
    ...(filter.location !== undefined && { location: filter.location }),
    ...(filter.text !== undefined && { text: filter.text.trim().toLowerCase() }),
  };
}

export function matches(labels: SeriesLabels, filter: LabelFilter): boolean {
  if (filter.weaponTypeKey !== undefined && labels.weaponTypeKey !== filter.weaponTypeKey) return false;
  if (filter.bucket !== undefined && labels.bucket !== filter.bucket) return false;
  if (filter.deviceId !== undefined && labels.deviceId !== filter.deviceId) return false;
  if (filter.location !== undefined && labels.location !== filter.location) return false;
  return filter.text === undefined || labels.text.includes(filter.text);
}
