import type { CounterKind } from '../db/schema.ts';
import type { StoredDetection } from './new-detection.ts';

export type CounterDelta = { kind: CounterKind; key: string; value: number };

type Counted = Pick<StoredDetection, 'at' | 'weapon_type' | 'threat_level' | 'source'>;

/** What a set of rows adds to (`sign` 1) or takes from (-1) the counters: one delta per distinct counter. */
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
    count('type', row.weapon_type);
    count('level', String(row.threat_level));
    count('minute', minuteKey(row.at));
    if (row.source === 'manual') count('manual', '');
  }
  // In one order everywhere, so that two servers never wait for each other's counter rows.
  return [...deltas.values()].sort((a, b) => (a.kind + a.key < b.kind + b.key ? -1 : 1));
}

const MINUTE_MS = 60_000;

/** The minute of a time, padded so that byte order is time order (before 1970 a `-` sorts first). */
export function minuteKey(at: number): string {
  const minute = Math.floor(at / MINUTE_MS);
  return minute < 0 ? '-' : String(minute).padStart(9, '0');
}
