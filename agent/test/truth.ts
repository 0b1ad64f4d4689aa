import type { Box } from '../src/model/objects.ts';

/** What moves through the clip, as the formulas that it was drawn by. */
export type TrueObject = {
  name: string;
  weaponType: string;
  size: { width: number; height: number };
  /** Seconds in which it can be seen. */
  seen: readonly (readonly [from: number, to: number])[];
  at: (t: number) => { x: number; y: number };
};

export const CLIP = { width: 1_280, height: 720, fps: 15, frames: 300 };

export const trueObjects: readonly TrueObject[] = [
  {
    ...{ name: 'A', weaponType: 'Pistol', size: { width: 120, height: 72 }, seen: [[0.5, 5.99]] },
    at: (t) => ({ x: 40 + 90 * t, y: 120 }),
  },
  {
    ...{ name: 'B', weaponType: 'rifle', size: { width: 200, height: 56 }, seen: [[2, 9.99]] },
    at: (t) => ({ x: 1_000 - 60 * t, y: 360 + 60 * Math.sin(t) }),
  },
  {
    ...{ name: 'C', weaponType: 'Knife', size: { width: 72, height: 96 }, seen: [[7, 13.99]] },
    at: (t) => ({ x: 200 + 40 * t, y: 600 - 10 * t }),
  },
  {
    // Two frames: noise.
    ...{ name: 'D', weaponType: 'Pistol', size: { width: 80, height: 80 }, seen: [[8, 8.1]] },
    at: () => ({ x: 900, y: 80 }),
  },
  {
    ...{
      name: 'E',
      weaponType: 'Pistol',
      size: { width: 96, height: 96 },
      seen: [
        [11, 13.99],
        [14.5, 17.99],
      ],
    },
    at: (t) => ({ x: 1_700 - 60 * t, y: 40 + 10 * t }),
  },
];

export type TrueBox = { name: string; weaponType: string; box: Box };

/** What is to be found in this frame of the clip. */
export function truthOf(frame: number): TrueBox[] {
  const t = frame / CLIP.fps;
  return trueObjects
    .filter(({ seen }) => seen.some(([from, to]) => t >= from && t <= to))
    .map(({ name, weaponType, size, at }) => {
      const { x, y } = at(t);
      const box = { left: x, top: y, right: Math.min(CLIP.width, x + size.width), bottom: y + size.height };
      return { name, weaponType, box };
    });
}
