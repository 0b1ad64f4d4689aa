import { type WeaponType, weaponTypeKey } from '@vedette/contract/weapon-type';

/** A rectangle in the units of its container. */
export type Box = { x: number; y: number; width: number; height: number };

type Weapon = {
  /** The drawing with the grip at (0, 0), pointing right, in centimetres. */
  svg: string;
  box: Box;
  /** The pose of the arm. */
  hold: 'aimed' | 'lowered' | 'across';
};

const STEEL = '#8d939b';
const DARK = '#16181b';

const weapons: Record<WeaponType, Weapon> = {
  Knife: {
    svg: `<path d="M-2 -2h11v4h-11z" fill="${DARK}"/><path d="M9 -2.6l20 .6l5 2.6l-25 2z" fill="${STEEL}"/><path d="M9 -3.6h2v7h-2z" fill="#2b2b2b"/>`,
    box: { x: -4, y: -5, width: 40, height: 10 },
    hold: 'lowered',
  },
  Pistol: {
    svg: `<path d="M-4 -9h27v7h-16l-2 4h-3l-1 8h-6l1 -12z" fill="${DARK}"/><path d="M-3 -9h25v2h-25z" fill="#3b3f45"/>`,
    box: { x: -7, y: -12, width: 33, height: 24 },
    hold: 'aimed',
  },
  rifle: {
    svg: `<path d="M-34 -3l26 -4h38v-1.5h26v3h-26v3h-16l4 13h-6l-5 -12h-8l-3 8h-5l1 -8l-26 6z" fill="${DARK}"/><path d="M-4 -11h18v3h-18z" fill="#33373c"/>`,
    box: { x: -37, y: -14, width: 96, height: 29 },
    hold: 'across',
  },
  weapon: {
    svg: `<path d="M-12 -2.6l58 -2v6l-58 1.4z" fill="#4a3b2c"/><path d="M-12 -2.6h14v5h-14z" fill="${DARK}"/>`,
    box: { x: -15, y: -7, width: 64, height: 14 },
    hold: 'lowered',
  },
};

const byKey = new Map(Object.entries(weapons).map(([type, weapon]) => [weaponTypeKey(type), weapon]));

/** A label outside the four is drawn as the unspecified weapon. */
export function weaponShape(weaponType: string): Weapon {
  return byKey.get(weaponTypeKey(weaponType)) ?? weapons.weapon;
}
