import type { Chance } from '../chance.ts';
import { type Box, weaponShape } from './weapon.ts';

/** The position of a person: the feet in pixels, and the scale in pixels per centimetre. */
export type Stand = { x: number; y: number; scale: number };

const COATS = ['#39424e', '#4d4438', '#2c3a33', '#50545c', '#5a4646', '#2e3350'] as const;
const TROUSERS = ['#24272d', '#2d3540', '#3a352f', '#1e2227'] as const;
const SKINS = ['#c69a7d', '#8d6248', '#d9b195', '#5f4130'] as const;
const HAIR = ['#1c1a19', '#3a2c22', '#57493b', '#222c3d'] as const;

/** A person with the feet at (0, 0), 178 cm tall, facing right. */
function bodySvg(chance: Chance, step: number): { back: string; front: string; coat: string; skin: string } {
  const coat = chance.pick(COATS);
  const skin = chance.pick(SKINS);
  const trousers = chance.pick(TROUSERS);
  const back = `<ellipse cx="6" cy="1" rx="44" ry="7" fill="#000" opacity=".38"/>
<path d="M-9 -92L${-10 - step} -4h14L7 -88z" fill="${trousers}"/><path d="M-5 -92L${step - 2} -3h14L15 -90z" fill="${trousers}" opacity=".86"/>
<path d="M${-12 - step} -6h20v6h-20zM${step - 3} -5h21v6h-21z" fill="#101214"/>`;
  const front = `<path d="M-17 -146q16 -9 33 0l4 58q-20 8 -40 0z" fill="${coat}"/><path d="M4 -149q9 1 12 4l4 57q-9 4 -14 3z" fill="#000" opacity=".22"/>
<path d="M-5 -153h11v10h-11z" fill="${skin}"/><ellipse cx="1" cy="-164" rx="10.5" ry="13.5" fill="${skin}"/>
<path d="M-11 -162q-2 -17 12 -18q13 0 11 13q-5 -7 -14 -6q-5 2 -5 13z" fill="${chance.pick(HAIR)}"/>`;
  return { back, front, coat, skin };
}

const limb = (from: [number, number], to: [number, number], colour: string) =>
  `<path d="M${from[0]} ${from[1]}L${to[0]} ${to[1]}" stroke="${colour}" stroke-width="11" stroke-linecap="round"/>`;
const hand = ([x, y]: [number, number], skin: string) => `<circle cx="${x}" cy="${y}" r="5.5" fill="${skin}"/>`;

const place = (stand: Stand, mirrored: boolean, inside: string) =>
  `<g transform="translate(${stand.x.toFixed(1)} ${stand.y.toFixed(1)}) scale(${(mirrored ? -stand.scale : stand.scale).toFixed(3)} ${stand.scale.toFixed(3)})">${inside}</g>`;

/** Draws a person without a weapon. */
export function bystander(chance: Chance, stand: Stand): string {
  const { back, front, coat, skin } = bodySvg(chance, chance.between(2, 14));
  const swing = chance.between(-8, 8);
  const arms = [-14, 15].map((side) => limb([side, -138], [side + swing, -96], coat) + hand([side + swing, -92], skin));
  return place(stand, chance.often(0.5), back + arms[0] + front + arms[1]);
}

const HOLDS = {
  aimed: { hand: [58, -136] as [number, number], turn: 0 },
  lowered: { hand: [33, -98] as [number, number], turn: 24 },
  across: { hand: [22, -118] as [number, number], turn: -16 },
};

/** Draws a person with a weapon, and returns the weapon's box in pixels of the picture. */
export function armedPerson(chance: Chance, stand: Stand, weaponType: string): { svg: string; box: Box } {
  const { back, front, coat, skin } = bodySvg(chance, chance.between(3, 12));
  const weapon = weaponShape(weaponType);
  const { hand: grip, turn } = HOLDS[weapon.hold];
  const mirrored = chance.often(0.5);
  const held = `<g transform="translate(${grip[0]} ${grip[1]}) rotate(${turn})">${weapon.svg}</g>`;
  const other: [number, number] = weapon.hold === 'lowered' ? [-20, -94] : [grip[0] + 14, grip[1] + 3];
  const svg = `${limb([-13, -138], other, coat)}${back}${front}${held}${limb([14, -139], grip, coat)}${hand(grip, skin)}`;
  const box = turned(weapon.box, turn);
  const left = mirrored ? -(grip[0] + box.x + box.width) : grip[0] + box.x;
  return {
    svg: place(stand, mirrored, svg),
    box: {
      x: stand.x + left * stand.scale,
      y: stand.y + (grip[1] + box.y) * stand.scale,
      width: box.width * stand.scale,
      height: box.height * stand.scale,
    },
  };
}

/** The axis-aligned box around a rotated one. */
function turned(box: Box, degrees: number): Box {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const corners = [box.x, box.x + box.width].flatMap((x) =>
    [box.y, box.y + box.height].map((y) => ({ x: x * cos - y * sin, y: x * sin + y * cos })),
  );
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
