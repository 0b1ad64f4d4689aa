import { BREAKDOWN_MAX, type BreakdownAnswer } from '@vedette/contract/breakdown';
import { labelsOf } from '../../writer/counters/series.ts';
import type { NamedDevice } from '../facets.ts';

export type Counted = { key: string; count: number };
export type CountedDevice = Counted & { name: string };

/** The most reported first; what a detection does not name is nothing to filter by and is left out. */
export function countsBySeries(series: ReadonlyMap<string, number>): {
  devices: CountedDevice[];
  locations: Counted[];
} {
  const [devices, locations] = [new Map<string, CountedDevice>(), new Map<string, Counted>()];
  for (const [key, count] of [...series].sort(([, a], [, b]) => b - a)) {
    const { deviceId, device, location } = labelsOf(key);
    if (location !== null) add(locations, { key: location, count });
    if (deviceId !== null) add(devices, { key: deviceId, count, name: device ?? deviceId });
  }
  return { devices: mostFirst(devices), locations: mostFirst(locations) };
}

/** The first one of a key gives the others its name. */
function add<T extends Counted>(counts: Map<string, T>, one: T) {
  const known = counts.get(one.key);
  if (known === undefined) counts.set(one.key, one);
  else known.count += one.count;
}

function mostFirst<T extends Counted>(counts: ReadonlyMap<string, T>): T[] {
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}

type Shares = Pick<BreakdownAnswer, 'devices' | 'other_devices' | 'locations' | 'other_locations'>;

/** A device goes by the name it is registered under, and when it no longer is, by the one it reported most. */
export function presentShares(
  { devices, locations }: ReturnType<typeof countsBySeries>,
  registered: readonly NamedDevice[],
): Shares {
  const names = new Map(registered.map(({ id, name }) => [id, name]));
  const top = devices.slice(0, BREAKDOWN_MAX);
  return {
    devices: top.map(({ key, name, count }) => ({ device_id: key, name: names.get(key) ?? name, count })),
    other_devices: sumOf(devices.slice(BREAKDOWN_MAX)),
    locations: locations.slice(0, BREAKDOWN_MAX).map(({ key, count }) => ({ location: key, count })),
    other_locations: sumOf(locations.slice(BREAKDOWN_MAX)),
  };
}

function sumOf(counts: readonly Counted[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
