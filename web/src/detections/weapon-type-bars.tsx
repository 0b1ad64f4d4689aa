import { WEAPON_TYPES } from '@vedette/contract/weapon-type';
import { type Bar, BarTable } from '../ui/bar-table.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount } from './format.ts';

/** Cameras may report labels of their own; the rest of very many is one bar. */
const SHOWN_AT_MOST = 10;

export function WeaponTypeBars({ counts }: { counts: Record<string, number> }) {
  return (
    <Card className="p-4 sm:p-5">
      <h3 className="mb-2 font-semibold">Weapon Types</h3>
      <BarTable
        label="Detections per weapon type"
        headings={{ name: 'Weapon type', value: 'Detections', share: 'Share' }}
        bars={weaponTypeBars(counts)}
        format={formatCount}
      />
    </Card>
  );
}

/** The four known types always, then what else was reported, the most first. */
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
