import { CLOCK_AHEAD_MAX_MS } from '@vedette/contract/limits';
import type { Report } from '@vedette/contract/report';
import { deriveThreatLevel } from '@vedette/contract/threat-level';
import { canonicalWeaponType, weaponTypeKey } from '@vedette/contract/weapon-type';
import type { CallingDevice } from '../http/guards/closed-by-default.ts';
import { encodeEvidence } from '../writer/evidence.ts';
import type { NewDetection } from '../writer/new-detection.ts';

/** The stored form of a report: the device's own values, or, where it has none, those of its registration. */
export function toNewDetection(options: {
  report: Report;
  device: CallingDevice;
  /** In milliseconds since the epoch. */
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
    evidence: encodeEvidence(report),
    event_id: report.event_id,
  };
}

const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** The problem of a device's time (milliseconds since the epoch), as a phrase after the field's name; null for a valid time. */
export function timeProblem(at: number, now: number): string | null {
  if (Number.isNaN(at)) return 'is no time';
  // Times outside these years have no four-digit year in UTC, which answers need.
  if (at < EARLIEST || at > LATEST) return 'must lie in the years 0001 to 9999 (UTC)';
  // It would stay at the top of every list until that time.
  if (at > now + CLOCK_AHEAD_MAX_MS) return "is more than 24 hours in the future: check the device's clock";
  return null;
}

/** Fraction 0–1 to percent with one decimal. */
export function toPercent(fraction: number): number {
  return Math.round(fraction * 1_000) / 10;
}
