import type { WeaponType } from '@vedette/contract/weapon-type';
import type { Chance } from './chance.ts';
import type { RegisteredCamera } from './registered-devices.ts';
import { drawScene } from './scene.ts';

export type Sighting = { weaponType: string; confidence: number; at: Date; frame: Buffer };

const DRAWINGS_AT_ONCE = 2;

// Blades and doubtful shapes are what such models see most.
const MIX = [
  'Knife',
  'Knife',
  'Knife',
  'weapon',
  'weapon',
  'Pistol',
  'Pistol',
  'Pistol',
  'rifle',
] as const satisfies WeaponType[];

let drawing = 0;

/**
 * What one camera sees next. Every sighting is drawn afresh while the machine keeps up; under load (`--rate`) a camera
 * sends its last one again, under a new time, so that the load is on the server and not on the painter.
 */
export function cameraSightings(camera: RegisteredCamera, chance: Chance) {
  let last: Sighting | undefined;

  return async (): Promise<Sighting> => {
    if (last && drawing >= DRAWINGS_AT_ONCE) return { ...last, at: new Date() };
    drawing += 1;
    try {
      const seen = { weaponType: chance.pick(MIX), confidence: chance.integer(52, 99) / 100, at: new Date() };
      const { place, name: cameraName } = camera;
      const seed = chance.integer(0, 2 ** 31);
      const frame = await drawScene({ ...seen, place, cameraName, seed, quality: chance.integer(40, 78) });
      last = { ...seen, frame };
      return last;
    } finally {
      drawing -= 1;
    }
  };
}
