import type { Scene, SceneObject } from '../../../agent/test/clips/scene.ts';
import { randomNumbers } from '../power/random-numbers.ts';

const FPS = 15;
const FIRST_AT = 3;
const EVERY = 1.8;
const VISIBLE = 1.2;
const SIZE = { width: 120, height: 80 };
/** Far apart, and neighbours in time are of different colours: each appearance is a weapon of its own. */
const places = [
  { x: 100, y: 80, colour: '#ff0000', weaponType: 'Pistol' },
  { x: 900, y: 500, colour: '#00ff00', weaponType: 'rifle' },
  { x: 500, y: 280, colour: '#0000ff', weaponType: 'Knife' },
  { x: 1_000, y: 80, colour: '#ff0000', weaponType: 'Pistol' },
  { x: 100, y: 500, colour: '#00ff00', weaponType: 'rifle' },
  { x: 700, y: 120, colour: '#0000ff', weaponType: 'Knife' },
] as const;

export type Appearance = {
  /** The first frame in which it can be seen. */
  frame: number;
  left: number;
  top: number;
};

/** A scene in which one weapon after the other appears, at moments that no frame rate of an agent divides. */
export function appearances(count: number, seed: number): { scene: Scene; appearing: Appearance[] } {
  const random = randomNumbers(seed);
  const firstFrames = Array.from({ length: count }, (_, at) =>
    Math.round((FIRST_AT + at * EVERY + random() * 0.5) * FPS),
  );
  const objects = places.map(({ x, y, colour, weaponType }, place): SceneObject => {
    const mine = firstFrames.filter((_, at) => at % places.length === place);
    const seen = mine.map((frame) => [(frame - 0.5) / FPS, (frame - 0.5) / FPS + VISIBLE] as const);
    return { name: `${place}`, colour, weaponType, size: SIZE, seen, x: { from: x }, y: { from: y } };
  });
  const frames = Math.ceil((FIRST_AT + count * EVERY + 3) * FPS);
  const appearing = firstFrames.map((frame, at): Appearance => {
    const place = places[at % places.length];
    return { frame, left: place?.x ?? 0, top: place?.y ?? 0 };
  });
  return { scene: { width: 1_280, height: 720, fps: FPS, frames, objects }, appearing };
}
