import { CLOCK_AHEAD_MAX_MS } from '@vedette/contract/limits';
import type { Report } from '@vedette/contract/report';
import { deriveThreatLevel } from '@vedette/contract/threat-level';
import { canonicalWeaponType, weaponTypeKey } from '@vedette/contract/weapon-type';
import type { CallingDevice } from '../http/closed-by-default.ts';
import type { NewDetection } from '../writer/new-detection.ts';

/** What we keep of a report: the device's own words first, and where it says nothing, how it is registered. */
export function toNewDetection(options: {
  report: Report;
  device: CallingDevice;
  /** Milliseconds since the epoch. */
  receivedAt: number;
}): NewDetection {
  const { report, device, receivedAt } = options;
  const weaponType = canonicalWeaponType(report.weapon_type);
  return {
    at: Date.parse(report.timestamp),
    received_at: receivedAt,
    weapon_type: weaponType,
    weapon_type_key: weaponTypeKey(weaponType),
    confidence: toPercent(report.confidence),
    threat_level: report.threat_level ?? deriveThreatLevel(weaponType, report.confidence),
    location: report.location?.trim() ?? device.location,
    device: report.device?.trim() ?? device.name,
    device_id: device.id,
    source: 'device',
    description: null,
    officer_name: null,
    metrics: report.metrics === undefined ? null : JSON.stringify(report.metrics),
    other_labels: 0,
    event_id: report.event_id,
  };
}

const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** What is wrong with a device's time, in words that follow its name; null when nothing is. In milliseconds since the epoch. */
export function timeMistake(at: number, now: number): string | null {
  if (Number.isNaN(at)) return 'is no time';
  // Beyond them a time has no four-digit year in UTC, and answers could not say it as they say all others.
  if (at < FIRST_MOMENT || at > LAST_MOMENT) return 'must lie in the years 0001 to 9999 (UTC)';
  // It would head every list until its time has come.
  if (at > now + CLOCK_AHEAD_MAX_MS) return "is more than 24 hours in the future: check the device's clock";
  return null;
}

/** Fraction 0–1 to percent with one decimal. */
export function toPercent(fraction: number): number {
  return Math.round(fraction * 1_000) / 10;
}
