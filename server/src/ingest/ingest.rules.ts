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
    event_id: report.event_id,
  };
}

/** Fraction 0–1 to percent with one decimal. */
export function toPercent(fraction: number): number {
  return Math.round(fraction * 1_000) / 10;
}
