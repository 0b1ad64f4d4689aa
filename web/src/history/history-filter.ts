import type { Detection } from '@vedette/contract/detection';
import type { FacetsAnswer, HistoryFilter } from '@vedette/contract/history';
import { countedLabel, LABELS } from '@vedette/contract/labels';
import { FILTER_TEXT_MAX } from '@vedette/contract/limits';
import { type ThreatBucket, threatBucket } from '@vedette/contract/threat-level';
import { weaponTypeKey } from '@vedette/contract/weapon-type';
import { historyParameters } from '../detections/dashboard-view.ts';

const HOUR_MS = 3_600_000;

export const periods = {
  hour: { title: 'Last hour', ms: HOUR_MS },
  day: { title: 'Last 24 hours', ms: 24 * HOUR_MS },
  week: { title: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  month: { title: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
} as const;

/** The filter in the form of the address. A period ends at the current time. */
export type ChosenFilter = Partial<Record<(typeof historyParameters)[number], string>>;

export const levels = ['high', 'medium', 'low'] as const satisfies readonly ThreatBucket[];

/** @param query the query of the address; invalid values are left out */
export function filterIn(query: URLSearchParams): ChosenFilter {
  const chosen: ChosenFilter = {};
  for (const name of historyParameters) {
    const value = (query.get(name) ?? '').trim();
    if (value !== '' && isSensible[name]?.(value) !== false) chosen[name] = value;
  }
  if (chosen.period !== 'custom') {
    delete chosen.from;
    delete chosen.to;
  }
  return chosen;
}

const isTime = (value: string) => !Number.isNaN(Date.parse(value));
const isSensible: Partial<Record<keyof ChosenFilter, (value: string) => boolean>> = {
  level: (value) => levels.some((level) => level === value),
  period: (value) => value === 'custom' || value in periods,
  from: isTime,
  to: isTime,
  text: (value) => value.length <= FILTER_TEXT_MAX,
};

/** The query with this filter; all other parameters are unchanged. */
export function withFilter(query: URLSearchParams, chosen: ChosenFilter): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of historyParameters) {
    const value = chosen[name];
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The request's parameters: a period becomes its start time. */
export function resolved({ period, ...chosen }: ChosenFilter, now: number): HistoryFilter {
  const { level, from, to, ...rest } = chosen;
  const bucket = levels.find((it) => it === level);
  const filter: HistoryFilter = { ...rest, ...(bucket && { level: bucket }) };
  if (period === 'custom') {
    return {
      ...filter,
      ...(from && { from: new Date(from).toISOString() }),
      ...(to && { to: new Date(to).toISOString() }),
    };
  }
  const length = period && period in periods ? periods[period as keyof typeof periods].ms : null;
  return length === null ? filter : { ...filter, from: new Date(now - length).toISOString() };
}

/** The devices to choose from. The id is added when devices share a name, as a replaced camera and its successor often do. */
export function deviceOptions(devices: FacetsAnswer['devices']): { value: string; title: string }[] {
  const namesakes = new Map<string, number>();
  for (const { name } of devices) namesakes.set(name, (namesakes.get(name) ?? 0) + 1);
  return devices.map(({ device_id, name }) => ({
    value: device_id,
    title: namesakes.get(name) === 1 ? name : `${name} (${device_id})`,
  }));
}

/** Applies the server's filter rule to live detections. */
export function satisfies(detection: Detection, filter: HistoryFilter): boolean {
  const { weapon_type, level, device_id, location, from, to, text } = filter;
  const at = Date.parse(detection.timestamp);
  return (
    (weapon_type === undefined ||
      weaponTypeKey(countedLabel(detection, 'weapon_type')) === weaponTypeKey(weapon_type)) &&
    (level === undefined || threatBucket(detection.threat_level) === level) &&
    (device_id === undefined || detection.device_id === device_id) &&
    (location === undefined || countedLabel(detection, 'location') === location) &&
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at < Date.parse(to)) &&
    (text === undefined || contains(detection, text.toLowerCase()))
  );
}

function contains(detection: Detection, text: string): boolean {
  return LABELS.some((label) => countedLabel(detection, label)?.toLowerCase().includes(text));
}
