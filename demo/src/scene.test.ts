import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PLACES } from './scene/places.ts';
import { drawScene } from './scene.ts';

const scene = { cameraName: 'Gate 1', at: new Date(0), weaponType: 'Pistol', confidence: 0.91, seed: 5 };

test.each(PLACES)('a %s is a JPEG of 1280 × 720 with the size of a photograph', async (place) => {
  const frame = await drawScene({ ...scene, place });
  expect(await sharp(frame).metadata()).toMatchObject({ format: 'jpeg', width: 1_280, height: 720 });
  expect(frame.length).toBeGreaterThan(20_000);
  expect(frame.length).toBeLessThan(120_000);
});

test('the same seed draws the same picture', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => drawScene({ ...scene, place: 'gate' })));
  expect(first).toEqual(second);
});

test('an unknown weapon type is drawn as well', async () => {
  await expect(drawScene({ ...scene, place: 'yard', weaponType: 'Crossbow <1>' })).resolves.toBeInstanceOf(Buffer);
});
