import type { Scene, SceneObject } from './scene.ts';

const [RED, GREEN, BLUE, YELLOW] = ['#e01010', '#14c814', '#0e0ee0', '#beac3c'];
/** After the last frame. */
const END = 1_000;

/** The ground truth of fixtures/clip.mp4, which is drawn from these formulas. */
export const clipScene: Scene = {
  ...{ width: 1_280, height: 720, fps: 15, frames: 300 },
  objects: [
    {
      ...{ name: 'A', colour: RED, weaponType: 'Pistol', size: { width: 120, height: 72 }, seen: [[0.5, 5.99]] },
      ...{ x: { from: 40, perSecond: 90 }, y: { from: 120 } },
    },
    {
      ...{ name: 'B', colour: GREEN, weaponType: 'rifle', size: { width: 200, height: 56 }, seen: [[2, 9.99]] },
      ...{ x: { from: 1_000, perSecond: -60 }, y: { from: 360, swing: { by: 60, rate: 1 } } },
    },
    {
      ...{ name: 'C', colour: BLUE, weaponType: 'Knife', size: { width: 72, height: 96 }, seen: [[7, 13.99]] },
      ...{ x: { from: 200, perSecond: 40 }, y: { from: 600, perSecond: -10 } },
    },
    {
      // Visible in two frames only, so it counts as noise.
      ...{ name: 'D', colour: RED, weaponType: 'Pistol', size: { width: 80, height: 80 }, seen: [[8, 8.1]] },
      ...{ x: { from: 900 }, y: { from: 80 }, flickers: true },
    },
    {
      ...{ name: 'E', colour: RED, weaponType: 'Pistol', size: { width: 96, height: 96 } },
      seen: [
        [11, 13.99],
        [14.5, 17.99],
      ],
      ...{ x: { from: 1_700, perSecond: -60 }, y: { from: 40, perSecond: 10 } },
    },
    {
      ...{ name: 'no weapon', colour: YELLOW, size: { width: 140, height: 90 }, seen: [[0, END]] },
      ...{ x: { from: 300, perSecond: 20 }, y: { from: 10 } },
    },
  ],
};

export const otherColours = { handgun: '#ff00ff', umbrella: '#ffff00', knife: '#00ffff', rifle: '#ff8000' } as const;

/** A scene of another size, frame rate and other colours: two equal weapons cross, one turns, one is hidden at times, one is at the edge. */
export const otherScene: Scene = {
  ...{ width: 960, height: 540, fps: 10, frames: 180 },
  objects: [
    pistol('from the left', { x: { from: 20, perSecond: 80 }, y: { from: 100 } }, [[0.3, 9.95]]),
    pistol('from the right', { x: { from: 860, perSecond: -80 }, y: { from: 190 } }, [[0.3, 9.95]]),
    {
      ...{ name: 'turns', colour: otherColours.knife, weaponType: 'Knife', size: { width: 60, height: 70 } },
      ...{ x: { from: 450, swing: { by: 260, rate: 1.2 } }, y: { from: 300 }, seen: [[4, 15.95]] },
    },
    {
      ...{ name: 'hidden at times', colour: otherColours.rifle, weaponType: 'rifle', size: { width: 160, height: 48 } },
      ...{ x: { from: -160, perSecond: 70 }, y: { from: 430, swing: { by: 15, rate: 2 } } },
      seen: [
        [2.4, 6.95],
        [7.8, 11.45],
        [12.3, 15.85],
      ],
    },
    {
      ...{ name: 'flickers', colour: otherColours.rifle, weaponType: 'rifle', size: { width: 70, height: 70 } },
      ...{ x: { from: 60 }, y: { from: 20 }, seen: [[13, 13.15]], flickers: true },
    },
    {
      ...{ name: 'no weapon', colour: otherColours.umbrella, size: { width: 90, height: 60 }, seen: [[0, END]] },
      ...{ x: { from: 900, perSecond: -60 }, y: { from: 20 } },
    },
  ],
};

function pistol(name: string, way: Pick<SceneObject, 'x' | 'y'>, seen: SceneObject['seen']): SceneObject {
  return { name, colour: otherColours.handgun, weaponType: 'Pistol', size: { width: 84, height: 60 }, seen, ...way };
}
