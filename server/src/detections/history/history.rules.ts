import type { HistoryFilter } from '@vedette/contract/history';
import type { ThreatBucket } from '@vedette/contract/threat-level';
import { weaponTypeKey } from '@vedette/contract/weapon-type';
import type { Position } from '../../http/paging.ts';
import type { SeriesLabels } from '../../writer/counters/series.ts';

/** The labels that a filter asks for; `text` is in lower case. */
export type LabelFilter = {
  weaponTypeKey?: string;
  bucket?: ThreatBucket;
  deviceId?: string;
  location?: string;
  text?: string;
};

/** The time range of a page: from `from` on, and after `before` in the order of lists. */
export type Span = { from: number; before: Position };

export function labelFilter(filter: HistoryFilter): LabelFilter {
  return {
    ...(filter.weapon_type !== undefined && { weaponTypeKey: weaponTypeKey(filter.weapon_type) }),
    ...(filter.level !== undefined && { bucket: filter.level }),
    ...(filter.device_id !== undefined && { deviceId: filter.device_id }),
    ...(filter.location !== undefined && { location: filter.location }),
    ...(filter.text !== undefined && { text: filter.text.trim().toLowerCase() }),
  };
}

/** Later than all times, so that a list without bounds needs no special case. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/** @param times milliseconds since the epoch; `from` is inclusive, `to` exclusive */
export function spanOf(times: { from: number | undefined; to: number | undefined }, after: Position | null): Span {
  const end = { at: times.to ?? END_OF_TIME, id: 0 };
  return { from: times.from ?? -END_OF_TIME, before: after !== null && after.at < end.at ? after : end };
}

export function matches(labels: SeriesLabels, filter: LabelFilter): boolean {
  if (filter.weaponTypeKey !== undefined && labels.weaponTypeKey !== filter.weaponTypeKey) return false;
  if (filter.bucket !== undefined && labels.bucket !== filter.bucket) return false;
  if (filter.deviceId !== undefined && labels.deviceId !== filter.deviceId) return false;
  if (filter.location !== undefined && labels.location !== filter.location) return false;
  return filter.text === undefined || labels.text.includes(filter.text);
}
