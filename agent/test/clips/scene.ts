import { type Box, within } from '../../src/model/objects.ts';

/** The position in pixels at second t: `from + perSecond * t + swing.by * sin(swing.rate * t)`. */
export type Motion = { from: number; perSecond?: number; swing?: { by: number; rate: number } };
export type SceneObject = {
  name: string;
  /** As `#rrggbb`. */
  colour: string;
  /** The reported weapon type; absent: the object is no weapon. */
  weaponType?: string;
  /** The object is visible too briefly to be reported. */
  flickers?: true;
  size: { width: number; height: number };
  /** The seconds in which the object is visible. */
  seen: readonly (readonly [from: number, to: number])[];
  x: Motion;
  y: Motion;
};
/** The objects of a clip: the ground truth that the clip is drawn from and results are compared with. */
export type Scene = { width: number; height: number; fps: number; frames: number; objects: readonly SceneObject[] };

export type TrueBox = { name: string; weaponType: string; box: Box };

/** The weapons that are visible in a frame. */
export function truthOf(scene: Scene, frame: number): TrueBox[] {
  const t = frame / scene.fps;
  return scene.objects.flatMap(({ name, weaponType, size, seen, x, y }) => {
    if (weaponType === undefined || !seen.some(([from, to]) => t >= from && t <= to)) return [];
    const [left, top] = [placeAt(x, t), placeAt(y, t)];
    const box = within({ left, top, right: left + size.width, bottom: top + size.height }, scene);
    return box.right > box.left && box.bottom > box.top ? [{ name, weaponType, box }] : [];
  });
}

/** The weapons that the agent must report, each once. */
export function toReport({ objects }: Scene): { name: string; weaponType: string }[] {
  return objects.flatMap(({ name, weaponType, flickers }) =>
    weaponType === undefined || flickers ? [] : [{ name, weaponType }],
  );
}

function placeAt({ from, perSecond = 0, swing = { by: 0, rate: 0 } }: Motion, t: number): number {
  return from + perSecond * t + swing.by * Math.sin(swing.rate * t);
}

/** The motion as an expression of ffmpeg's overlay filter. */
export function expressionOf({ from, perSecond = 0, swing = { by: 0, rate: 0 } }: Motion): string {
  return `${from}+(${perSecond})*t+(${swing.by})*sin(${swing.rate}*t)`;
}
