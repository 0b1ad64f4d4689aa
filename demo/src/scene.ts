import type { FrameBox } from '@vedette/contract/evidence';
import sharp from 'sharp';
import { seededChance, seedOf } from './chance.ts';
import { grainPlate } from './scene/grain.ts';
import { overlaySvg } from './scene/overlay.ts';
import { armedPerson, bystander } from './scene/person.ts';
import { type Place, setStage } from './scene/places.ts';
import type { Box } from './scene/weapon.ts';

export const SCENE_SIZE = { width: 1_280, height: 720 } as const;

export type Scene = {
  place: Place;
  cameraName: string;
  at: Date;
  weaponType: string;
  /** Fraction 0–1. */
  confidence: number;
  /** The seed of the people; the place depends on the camera's name. */
  seed: number;
  /** JPEG quality; 72 gives about 90 KB, 30 about 30, 80 about 115. */
  quality?: number;
  /** Whether the weapon's box is drawn; it is by default. */
  annotates?: boolean;
};

export type DrawnScene = {
  jpeg: Buffer;
  /** Where the weapon is. */
  box: FrameBox;
};

/** Draws a frame of a camera as a JPEG of 1280 × 720: people, a weapon, in a labelled box or not, time stamp, name and noise. */
export async function drawScene({ quality = 72, annotates = true, ...scene }: Scene): Promise<DrawnScene> {
  const chance = seededChance(scene.seed);
  const stage = setStage(scene.place, seededChance(seedOf(scene.cameraName)));
  const others = Array.from({ length: chance.integer(0, 2) }, () => bystander(chance, stage.far(chance)));
  const armed = armedPerson(chance, stage.near(chance), scene.weaponType);
  const label = `${scene.weaponType} ${Math.round(scene.confidence * 100)}%`;
  const { cameraName, at } = scene;
  const weapon = annotates ? { label, box: armed.box } : null;
  const overlay = overlaySvg({ ...SCENE_SIZE, cameraName, at, weapon });
  const jpeg = await sharp(svg(stage.svg + others.join('') + armed.svg + VIGNETTE))
    .blur(0.8)
    .removeAlpha()
    .composite([
      { input: await grainPlate(SCENE_SIZE, scene.seed), blend: 'overlay' },
      { input: svg(overlay), blend: 'over' },
    ])
    .jpeg({ quality })
    .toBuffer();
  return { jpeg, box: fractionsOf(armed.box) };
}

/** The part of the box that is in the picture. */
function fractionsOf({ x, y, width, height }: Box): FrameBox {
  const left = fraction(x / SCENE_SIZE.width);
  const top = fraction(y / SCENE_SIZE.height);
  const right = fraction((x + width) / SCENE_SIZE.width);
  const bottom = fraction((y + height) / SCENE_SIZE.height);
  return { left, top, width: fraction(right - left), height: fraction(bottom - top) };
}

function fraction(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
}

const VIGNETTE = `<defs><radialGradient id="vignette" r=".75"><stop offset=".55" stop-opacity="0"/><stop offset="1" stop-opacity=".55"/></radialGradient></defs>
<rect width="${SCENE_SIZE.width}" height="${SCENE_SIZE.height}" fill="url(#vignette)"/>`;

function svg(inside: string): Buffer {
  const { width, height } = SCENE_SIZE;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none">${inside}</svg>`,
  );
}
