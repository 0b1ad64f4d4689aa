import { type ThreatBucket, threatBucket } from '@vedette/contract/threat-level';
import type { CounterKind } from '../../db/schema.ts';
import type { StoredDetection } from '../new-detection.ts';
import { countedLabels } from './counted-labels.ts';
import { seriesKey } from './series.ts';

export type CounterDelta = { kind: CounterKind; key: string; value: number };

/** The columns that determine a row's counters. */
export const COUNTED = [
  'at',
  'weapon_type',
  'weapon_type_key',
  'threat_level',
  'location',
  'device',
  'device_id',
  'other_labels',
  'source',
] as const;

export type Counted = Pick<StoredDetection, (typeof COUNTED)[number]>;

/** The change that adding (`sign` 1) or removing (-1) these rows makes to the counters: one delta for each counter. */
export function counterDeltas(rows: readonly Counted[], sign: 1 | -1): CounterDelta[] {
  const deltas = new Map<string, CounterDelta>();
  const count = (kind: CounterKind, key: string) => {
    const name = `${kind} ${key}`;
    const delta = deltas.get(name) ?? { kind, key, value: 0 };
    delta.value += sign;
    deltas.set(name, delta);
  };
  for (const row of rows) {
    count('total', '');
    count('type', countedLabels(row).weapon_type);
    count('level', String(row.threat_level));
    count('minute', timeKey(row.at, MINUTE_MS));
    count('hour', timeKey(row.at, HOUR_MS));
    count('level_hour', levelHourKey(row));
    count('series', seriesKey(row));
    if (row.source === 'manual') count('manual', '');
  }
  // All servers update counters in the same order, which prevents deadlocks.
  return [...deltas.values()].sort((a, b) => (a.kind + a.key < b.kind + b.key ? -1 : 1));
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** The minute or hour of a time, padded so that byte order is time order (before 1970 a `-` sorts first). */
export function timeKey(at: number, step: number): string {
  const count = Math.floor(at / step);
  return count < 0 ? '-' : String(count).padStart(9, '0');
}

/** Of an hour and a level, ordered by the hour. */
function levelHourKey({ at, threat_level }: Pick<Counted, 'at' | 'threat_level'>): string {
  return `${timeKey(at, HOUR_MS)} ${threatBucket(threat_level)}`;
}

/** The start of the hour and the level that a key stands for. */
export function levelHourOf(key: string): { at: number; level: ThreatBucket } {
  const [hour = '', level] = key.split(' ');
  return { at: timeOfKey(hour, HOUR_MS), level: level as ThreatBucket };
}

/** The start of the minute or hour that a key stands for. */
export function timeOfKey(key: string, step: number): number {
  return Number(key) * step;
}
