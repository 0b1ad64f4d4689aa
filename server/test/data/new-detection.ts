import { randomBytes } from 'node:crypto';
import type { NewDetection } from '../../src/writer/new-detection.ts';

export const NOON = Date.UTC(2026, 10, 20, 12);

/** Creates a plausible row with the given values. */
export function newDetection(given: Partial<NewDetection> = {}): NewDetection {
  const weaponType = given.weapon_type ?? 'Pistol';
  return {
    at: NOON,
    received_at: NOON,
    weapon_type: weaponType,
    weapon_type_key: weaponType?.toLowerCase(),
    confidence: 87.5,
    threat_level: 8,
    location: 'North gate',
    device: 'Gate camera',
    device_id: 'camera-1',
    source: 'device',
    description: null,
    officer_name: null,
    metrics: null,
    other_labels: 0,
    evidence: null,
    event_id: randomBytes(8).toString('hex'),
    ...given,
  };
}

/** Bytes that begin like a JPEG; the rest is noise. */
export function frameBytes(size = 2_000): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(size - 4)]);
}
