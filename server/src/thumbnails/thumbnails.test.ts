import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { costlyPicture } from '../../test/data/costly-picture.ts';
import { photograph } from '../../test/data/photograph.ts';
import { testLog } from '../../test/servers/test-log.ts';
import { createThumbnailMaker } from './thumbnail-maker.ts';
import { thumbnailReader } from './thumbnails.ts';

vi.setConfig({ testTimeout: 30_000 });

function maker(timeLimitMs?: number) {
  const made = createThumbnailMaker({ log: testLog().log, timeLimitMs });
  onTestFinished(made.stop);
  return made;
}

async function camera(given?: Buffer, timeLimitMs?: number) {
  const frame = given ?? (await photograph({ width: 1280, height: 720 }));
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
    maker: maker(timeLimitMs),
    elapsed: () => ms,
  });
  const widthOf = async (place: string) => {
    const bytes = await read({ place, size: frame.byteLength, sha256: '' });
    return bytes === null || bytes === 'no preview' ? bytes : (await sharp(bytes).metadata()).width;
  };
  return { reads, widthOf, passes: (seconds: number) => (ms += seconds * 1_000) };
}

test('concurrent requests for a frame share one thumbnail', async () => {
  const { reads, widthOf } = await camera();
  expect(await Promise.all(Array.from({ length: 50 }, () => widthOf('a')))).toEqual(Array(50).fill(640));
  expect(reads).toEqual(['a']);
});

test('requests beyond the rate limit of thumbnails get whole frames', async () => {
  const { widthOf, passes } = await camera();
  const places = Array.from({ length: 40 }, (_, place) => String(place));
  const widths = await Promise.all(places.map(widthOf));
  expect(widths).toEqual([...Array(24).fill(640), ...Array(16).fill(1280)]);
  passes(1);
  expect(await widthOf('39')).toBe(640);
});

test('a missing frame has no thumbnail', async () => {
  const { widthOf } = await camera();
  expect(await widthOf('gone')).toBeNull();
});

test.each([
  ['of very many pixels', { side: 8_000, scans: 0 }],
  ['of many scans', { side: 3_000, scans: 95 }],
])('a picture %s is neither decoded nor sent to a card', async (_, costs) => {
  const { widthOf, reads } = await camera(await costlyPicture(costs));
  expect(await widthOf('a')).toBe('no preview');
  expect(reads.length).toBeLessThanOrEqual(2);
});

test('a picture that takes too long is stopped, not tried again for a minute, and delays no other', async () => {
  const costly = await costlyPicture({ side: 3_900, scans: 2 });
  const { widthOf, passes } = await camera(costly, 50);
  expect(await widthOf('a')).toBe('no preview');
  expect(await widthOf('a')).toBe('no preview');
  passes(61);
  expect(await widthOf('a')).toBe('no preview');

  const { make } = maker(3_000);
  const [slow, next] = await Promise.all([
    make(Buffer.concat([costly, costly])),
    make(await photograph({ width: 1280, height: 720 })),
  ]);
  expect([slow, next]).toMatchObject([{ thumbnail: expect.anything() }, { thumbnail: expect.anything() }]);
});

test('invalid data fails alone, and the process is stopped with its server', async () => {
  const { make, stop } = maker();
  expect(await make(Buffer.from('no picture'))).toMatchObject({ failed: 'unreadable' });
  expect(await make(await photograph({ width: 640, height: 360 }))).toHaveProperty('thumbnail');
  stop();
  expect(await make(await photograph({ width: 640, height: 360 }))).toHaveProperty('thumbnail');
});
