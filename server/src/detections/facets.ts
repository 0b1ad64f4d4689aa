import type { FacetsAnswer } from '@vedette/contract/history';
import { CHOICES_MAX } from '@vedette/contract/labels';
import { canonicalWeaponType, weaponTypeKey } from '@vedette/contract/weapon-type';
import { labelsOf } from '../writer/counters/series.ts';

export type NamedDevice = { id: string; name: string };

/** The values that stored detections have, those with the most detections first. */
export type StoredChoices = {
  /** In their most frequent spelling. */
  weaponTypes: readonly string[];
  locations: readonly string[];
  /** With the name that they reported most. */
  devices: readonly NamedDevice[];
};

/** @param counted the number of detections by series, and by weapon type as spelt */
export function storedChoices(counted: {
  series: ReadonlyMap<string, number>;
  types: ReadonlyMap<string, number>;
}): StoredChoices {
  const spellings = new Map<string, string>();
  for (const type of mostFirst(counted.types)) {
    const key = weaponTypeKey(type);
    if (!spellings.has(key)) spellings.set(key, canonicalWeaponType(type));
  }
  const names = new Map<string, string>();
  const [types, locations, devices] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  for (const key of mostFirst(counted.series)) {
    const { weaponTypeKey, location, device, deviceId } = labelsOf(key);
    const count = counted.series.get(key) ?? 0;
    add(types, weaponTypeKey, count);
    if (location !== null) add(locations, location, count);
    if (deviceId === null) continue;
    add(devices, deviceId, count);
    if (!names.has(deviceId)) names.set(deviceId, device ?? deviceId);
  }
  return {
    weaponTypes: mostFirst(types).map((key) => spellings.get(key) ?? key),
    locations: mostFirst(locations),
    devices: mostFirst(devices).map((id) => ({ id, name: names.get(id) ?? id })),
  };
}

function add(counts: Map<string, number>, key: string, count: number) {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function mostFirst(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key);
}

/**
 * The choices of the filters. Weapon types that differ only in case are one choice. A device has the name that it is
 * registered under, or, once it is revoked, the one that it reported most.
 */
export function facetsOf(options: {
  choices: StoredChoices;
  registered: readonly NamedDevice[];
  search?: string | undefined;
}): FacetsAnswer {
  const { choices, registered, search = '' } = options;
  const text = search.trim().toLowerCase();
  const contains = (choice: string) => choice.toLowerCase().includes(text);
  const names = new Map(registered.map(({ id, name }) => [id, name]));
  const named = choices.devices.map(({ id, name }) => ({ device_id: id, name: names.get(id) ?? name }));

  const weaponTypes = choices.weaponTypes.filter(contains);
  const locations = choices.locations.filter(contains);
  const devices = named.filter(({ device_id, name }) => contains(name) || contains(device_id));
  return {
    success: true,
    weapon_types: weaponTypes.slice(0, CHOICES_MAX).sort(inReadingOrder),
    locations: locations.slice(0, CHOICES_MAX).sort(inReadingOrder),
    devices: devices
      .slice(0, CHOICES_MAX)
      .sort((a, b) => inReadingOrder(a.name, b.name) || inReadingOrder(a.device_id, b.device_id)),
    more: {
      weapon_types: weaponTypes.length > CHOICES_MAX,
      locations: locations.length > CHOICES_MAX,
      devices: devices.length > CHOICES_MAX,
    },
  };
}

/** Compares numbers in names by value: Gate 2 comes before Gate 10. */
const inReadingOrder = new Intl.Collator('en', { numeric: true }).compare;
