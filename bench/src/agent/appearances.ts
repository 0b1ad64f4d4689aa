import type { Scene, SceneObject } from '../../../agent/test/clips/scene.ts';
import { randomNumbers } from '../power/random-numbers.ts';

const FPS = 15;
const FIRST_AT_S = 3;
const INTERVAL_S = 1.8;
const VISIBLE_S = 1.2;
const SIZE = { width: 120, height: 80 };
/** Successive weapons differ in colour and are far apart, so that each appearance is a new track. */
const places = [
  { x: 100, y: 80, colour: '#ff0000', weaponType: 'Pistol' },
  { x: 900, y: 500, colour: '#00ff00', weaponType: 'rifle' },
  { x: 500, y: 280, colour: '#0000ff', weaponType: 'Knife' },
  { x: 1_000, y: 80, colour: '#ff0000', weaponType: 'Pistol' },
  { x: 100, y: 500, colour: '#00ff00', weaponType: 'rifle' },
  { x: 700, y: 120, colour: '#0000ff', weaponType: 'Knife' },
] as const;

export type Appearance = {
  /** The first frame in which the weapon is visible. */
  frame: number;
  left: number;
  top: number;
};

/** A scene in which weapons appear one after the other, at times that do not align with the agent's frame rate. */
export function appearances(count: number, seed: number): { scene: Scene; appearing: Appearance[] } {
  const random = randomNumbers(seed);
  const firstFrames = Array.from({ length: count }, (_, at) =>
    Math.round((FIRST_AT_S + at * INTERVAL_S + random() * 0.5) * FPS),
  );
  const objects = places.map(({ x, y, colour, weaponType }, place): SceneObject => {
    const ofPlace = firstFrames.filter((_, at) => at % places.length === place);
    const seen = ofPlace.map((frame) => [(frame - 0.5) / FPS, (frame - 0.5) / FPS + VISIBLE_S] as const);
    return { name: `${place}`, colour, weaponType, size: SIZE, seen, x: { from: x }, y: { from: y } };
  });
  const frames = Math.ceil((FIRST_AT_S + count * INTERVAL_S + 3) * FPS);
  const appearing = firstFrames.map((frame, at): Appearance => {
    const place = places[at % places.length];
    return { frame, left: place?.x ?? 0, top: place?.y ?? 0 };
  });
  return { scene: { width: 1_280, height: 720, fps: FPS, frames, objects }, appearing };
}
