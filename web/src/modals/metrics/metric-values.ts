import { formatTime } from '../../ui/moment.ts';

export const UNKNOWN = 'N/A';

export type Unit = '%' | '°C' | 'V' | 'Mbps' | 'dBm' | 'ms' | 'm';

/** Adds the unit to a number, and returns text unchanged. @param value from the server; older servers send numbers */
export function describeReading(value: unknown, unit: Unit | null = null): string {
  if (typeof value === 'number' && Number.isFinite(value)) {
    const rounded = String(Math.round(value * 100) / 100);
    if (unit === null) return rounded;
    return unit === '%' ? `${rounded}%` : `${rounded} ${unit}`;
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' && value.trim() !== '' ? value : UNKNOWN;
}

/** The number in a value, for a bar or a colour: 72 for `72`, `'72'` and `'72 %'`; null when there is none. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const [, digits] = /^\s*(-?\d+(?:\.\d+)?)\s*%?\s*$/.exec(value) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The time of the metrics: a device may send ISO 8601, or the seconds or milliseconds of its own clock. */
export function describeMoment(value: unknown): string {
  const millis = millisOf(value);
  return millis === null ? describeReading(value) : formatTime(new Date(millis).toISOString());
}

const SECONDS_OF_2001 = 1e9;
const MILLIS_OF_2001 = 1e12;

function millisOf(value: unknown): number | null {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) {
    const millis = Date.parse(value);
    return Number.isNaN(millis) ? null : millis;
  }
  if (typeof value !== 'number' || value < SECONDS_OF_2001 || value >= MILLIS_OF_2001 * 10) return null;
  return value < MILLIS_OF_2001 ? value * 1_000 : value;
}
