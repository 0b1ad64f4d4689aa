import type { FrameBox } from '@vedette/contract/evidence';
import type { WeaponType } from '@vedette/contract/weapon-type';
import type { Chance } from './chance.ts';
import type { RegisteredCamera } from './registered-devices.ts';
import { drawScene } from './scene.ts';

export type Sighting = {
  weaponType: string;
  confidence: number;
  at: Date;
  frame: Buffer;
  box: FrameBox;
  /** The person, who is the same when a frame is repeated. */
  track: string;
};

const DRAWINGS_AT_ONCE = 2;

// Such models detect blades and uncertain shapes most often.
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
 * The next sighting of one camera. A new frame is drawn while the machine is fast enough; under load (`--rate`) a camera
 * repeats its last frame with a new time, so that drawing does not limit the rate.
 */
export function cameraSightings(camera: RegisteredCamera, chance: Chance) {
  let last: Sighting | undefined;

  return async (): Promise<Sighting> => {
    if (last && drawing >= DRAWINGS_AT_ONCE) return { ...last, at: new Date() };
    drawing += 1;
    try {
      const seen = { weaponType: chance.pick(MIX), confidence: chance.integer(52, 99) / 100, at: new Date() };
      const { place, name: cameraName, annotates } = camera;
      const seed = chance.integer(0, 2 ** 31);
      const quality = chance.integer(40, 78);
      const { jpeg, box } = await drawScene({ ...seen, place, cameraName, seed, quality, annotates });
      last = { ...seen, frame: jpeg, box, track: `person-${seed.toString(36)}` };
      return last;
    } finally {
      drawing -= 1;
    }
  };
}
