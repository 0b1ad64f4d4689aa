import sharp from 'sharp';
import { expect, test } from 'vitest';
import { photograph } from '../../test/photograph.ts';
import { testLog } from '../../test/test-log.ts';
import { thumbnailReader } from './thumbnails.ts';

async function camera() {
  const frame = await photograph({ width: 1280, height: 720 });
  const reads: string[] = [];
  let ms = 0;
  const read = thumbnailReader({
    frames: {
      read: async ({ place }) => {
        reads.push(place);
        return place === 'gone' ? null : frame;
      },
      check: async () => {},
      close: async () => {},
    },
    log: testLog().log,
    elapsed: () => ms,
  });
  const widthOf = async (place: string) => {
    const bytes = await read({ place, size: frame.byteLength });
    return bytes === null ? null : (await sharp(bytes).metadata()).width;
  };
  return { reads, widthOf, passes: (seconds: number) => (ms += seconds * 1_000) };
}

test('all who ask for a frame at once get the picture that is made for the first', async () => {
  const { reads, widthOf } = await camera();
  expect(await Promise.all(Array.from({ length: 50 }, () => widthOf('a')))).toEqual(Array(50).fill(640));
  expect(reads).toEqual(['a']);
});

test('in a flood cards get whole frames, until it is over', async () => {
  const { widthOf, passes } = await camera();
  const places = Array.from({ length: 40 }, (_, place) => String(place));
  const widths = await Promise.all(places.map(widthOf));
  expect(widths).toEqual([...Array(24).fill(640), ...Array(16).fill(1280)]);
  passes(1);
  expect(await widthOf('39')).toBe(640);
});

test('a frame that is gone has none', async () => {
  const { widthOf } = await camera();
  expect(await widthOf('gone')).toBeNull();
});
