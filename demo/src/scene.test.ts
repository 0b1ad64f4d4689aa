import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PLACES } from './scene/places.ts';
import { drawScene, SCENE_SIZE } from './scene.ts';

const scene = { cameraName: 'Gate 1', at: new Date(0), weaponType: 'Pistol', confidence: 0.91, seed: 5 };

test.each(PLACES)('a %s is a JPEG of 1280 × 720 with the size of a photograph', async (place) => {
  const { jpeg: frame } = await drawScene({ ...scene, place });
  expect(await sharp(frame).metadata()).toMatchObject({ format: 'jpeg', width: 1_280, height: 720 });
  expect(frame.length).toBeGreaterThan(20_000);
  expect(frame.length).toBeLessThan(120_000);
});

test('the same seed draws the same picture', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => drawScene({ ...scene, place: 'gate' })));
  expect(first).toEqual(second);
});

test('an unknown weapon type is drawn as well', async () => {
  const { jpeg } = await drawScene({ ...scene, place: 'yard', weaponType: 'Crossbow <1>' });
  expect(jpeg).toBeInstanceOf(Buffer);
});

test.each(PLACES)('the box is where the weapon is drawn in a %s', async (place) => {
  for (const seed of [1, 2, 3, 4]) {
    const drawn = await drawScene({ ...scene, place, seed });
    const plain = await drawScene({ ...scene, place, seed, annotates: false });
    expect(plain.box).toEqual(drawn.box);
    // Only the lines around the weapon and their label differ; the lines are 8 pixels outside of the box.
    const { left, top, right, bottom } = await differenceOf(drawn.jpeg, plain.jpeg);
    const { box } = drawn;
    expect(left).toBeLessThanOrEqual(box.left * SCENE_SIZE.width - 8);
    expect(Math.abs((box.top + box.height) * SCENE_SIZE.height + 8 - bottom)).toBeLessThan(4);
    expect(top).toBeLessThan(box.top * SCENE_SIZE.height - 8);
    expect(right).toBeGreaterThanOrEqual((box.left + box.width) * SCENE_SIZE.width);
  }
});

/** The edges of the part in which two pictures differ clearly. */
async function differenceOf(one: Buffer, other: Buffer) {
  const [a, b] = await Promise.all([one, other].map((jpeg) => sharp(jpeg).raw().toBuffer()));
  const { width, height }: Record<'width' | 'height', number> = SCENE_SIZE;
  const edges = { left: width, top: height, right: 0, bottom: 0 };
  for (let place = 0; a && b && place < a.length; place += 3) {
    if (Math.abs((a[place] ?? 0) - (b[place] ?? 0)) < 60) continue;
    const [x, y] = [(place / 3) % width, Math.floor(place / 3 / width)];
    edges.left = Math.min(edges.left, x);
    edges.right = Math.max(edges.right, x);
    edges.top = Math.min(edges.top, y);
    edges.bottom = Math.max(edges.bottom, y);
  }
  return edges;
}
