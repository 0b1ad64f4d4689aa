import type { FacetsAnswer } from '@vedette/contract/history';
import { canonicalWeaponType, weaponTypeKey } from '@vedette/contract/weapon-type';
import { labelsOf } from '../writer/series.ts';

export type NamedDevice = { id: string; name: string };

/**
 * What a filter can choose from. Labels of a weapon type that differ only in case are one choice; a device goes by the
 * name it is registered under, and when it no longer is, by the one it reported most.
 */
export function facetsOf(options: {
  /** Detections by their series. */
  series: ReadonlyMap<string, number>;
  /** Detections by their weapon type as it is spelt. */
  types: ReadonlyMap<string, number>;
  registered: readonly NamedDevice[];
}): FacetsAnswer {
  const { series, types, registered } = options;
  const labels = [...series].sort(([, a], [, b]) => b - a).map(([key]) => labelsOf(key));
  const spellings = new Map<string, string>();
  for (const [type] of [...types].sort(([, a], [, b]) => b - a)) {
    const key = weaponTypeKey(type);
    if (!spellings.has(key)) spellings.set(key, canonicalWeaponType(type));
  }
  const names = new Map(registered.map(({ id, name }) => [id, name]));
  const devices = new Map<string, string>();
  for (const { deviceId, device } of labels) {
    if (deviceId !== null && !devices.has(deviceId)) devices.set(deviceId, names.get(deviceId) ?? device ?? deviceId);
  }
  return {
    success: true,
    weapon_types: [...spellings.values()].sort(inReadingOrder),
    locations: [...new Set(labels.flatMap(({ location }) => location ?? []))].sort(inReadingOrder),
    devices: [...devices]
      .map(([device_id, name]) => ({ device_id, name }))
      .sort((a, b) => inReadingOrder(a.name, b.name) || inReadingOrder(a.device_id, b.device_id)),
  };
}

/** Gate 2 before Gate 10. */
const inReadingOrder = new Intl.Collator('en', { numeric: true }).compare;
