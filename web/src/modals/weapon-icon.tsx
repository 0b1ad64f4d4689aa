import type { WeaponType } from '@vedette/contract/weapon-type';
import { canonicalWeaponType } from '@vedette/contract/weapon-type';

/** Outlines on a 24 × 24 grid; muzzle and point are on the left. */
const outlines: Record<WeaponType, string[]> = {
  Knife: ['M21 9h-6.5v5H21a1 1 0 0 0 1-1v-3a1 1 0 0 0-1-1z', 'M14.5 9H6c-2 .6-3.4 2.4-4 5h12.5', 'M12.5 7.5v8'],
  Pistol: [
    'M2.5 6.5h18.5l1 1.5v3.5h-4.5l1.7 7h-4.7l-1.7-5.5',
    'M2.5 6.5v5h10.3',
    'M8.5 11.5c0 2.2 1 3 2.5 3h2.2',
    'M19 6.5V5',
  ],
  rifle: [
    'M1.5 9.5H8',
    'M8 8h8.5l5.5 2v4.5l-4-1.5-2-.5H8z',
    'M9.5 12.5 8.5 18h2.8l1.4-5.5',
    'M14.5 12.5l1.5 3.5h2l-.8-3.2',
    'M10 8V6.2h4.5V8',
  ],
  weapon: ['M12 3v4M12 17v4M3 12h4M17 12h4', 'M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z', 'M12 11.9v.2'],
};

/** One shape per weapon type; an unknown type is shown as cross hairs. */
export function WeaponIcon({ weaponType, className }: { weaponType: string; className?: string }) {
  const canonical = canonicalWeaponType(weaponType);
  const shape = isDrawn(canonical) ? canonical : 'weapon';
  return (
    <svg
      viewBox="0 0 24 24"
      data-weapon={shape}
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {outlines[shape].map((outline) => (
        <path key={outline} d={outline} />
      ))}
    </svg>
  );
}

function isDrawn(label: string): label is WeaponType {
  return label in outlines;
}
