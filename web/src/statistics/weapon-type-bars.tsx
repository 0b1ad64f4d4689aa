import { WEAPON_TYPES } from '@vedette/contract/weapon-type';
import { capitalized } from '../detections/format.ts';
import type { Bar } from '../ui/charts/bar-table.tsx';
import { DetectionBars } from './detection-bars.tsx';
import { historyWith } from './history-with.ts';

/** Cameras may report their own labels; those beyond this number share one bar. */
const SHOWN_AT_MOST = 10;

export function WeaponTypeBars({ counts }: { counts: Record<string, number> }) {
  const bars = weaponTypeBars(counts).map((bar) =>
    // The shared bar is no link, because the history cannot filter by several types.
    counts[bar.name]
      ? { value: bar.value, name: capitalized(bar.name), to: historyWith({ weapon_type: bar.name }) }
      : { ...bar, name: capitalized(bar.name) },
  );
  return <DetectionBars title="Weapon Types" by="Weapon type" bars={bars} />;
}

/** The four known types always come first, then the other labels by descending count. */
export function weaponTypeBars(counts: Record<string, number>): Bar[] {
  const known = WEAPON_TYPES.map((name) => ({ name, value: counts[name] ?? 0 }));
  const others = Object.entries(counts)
    .filter(([name, value]) => value > 0 && !known.some((type) => type.name === name))
    .map(([name, value]) => ({ name, value }));
  const bars: Bar[] = [...known, ...others].toSorted((a, b) => b.value - a.value || a.name.localeCompare(b.name));
  if (bars.length <= SHOWN_AT_MOST) return bars;
  const rest = bars.slice(SHOWN_AT_MOST - 1);
  const value = rest.reduce((sum, bar) => sum + bar.value, 0);
  return [...bars.slice(0, SHOWN_AT_MOST - 1), { name: `${rest.length} other types`, value }];
}
