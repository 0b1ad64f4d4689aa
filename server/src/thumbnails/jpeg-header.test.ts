import sharp from 'sharp';
import { expect, test } from 'vitest';
import { photograph } from '../../test/data/photograph.ts';
import { readJpegHeader } from './jpeg-header.ts';

test.each([
  ['baseline', { progressive: false }, 1],
  ['progressive', { progressive: true }, 10],
])('readJpegHeader reads the size and scans of a %s picture without decoding it', async (_, options, scans) => {
  const picture = await sharp(await photograph({ width: 640, height: 360 }))
    .jpeg(options)
    .toBuffer();
  expect(readJpegHeader(picture)).toEqual({ width: 640, height: 360, scans });
});

test('readJpegHeader ignores a preview inside the picture', async () => {
  const preview = await sharp(await photograph({ width: 160, height: 96 }))
    .jpeg()
    .toBuffer();
  const length = Buffer.alloc(2);
  length.writeUInt16BE(preview.length + 2);
  const picture = await photograph({ width: 640, height: 360 });
  const withPreview = Buffer.concat([
    picture.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    length,
    preview,
    picture.subarray(2),
  ]);
  expect(readJpegHeader(withPreview)).toEqual({ width: 640, height: 360, scans: 1 });
});

test('readJpegHeader accepts truncated pictures and other data without an error', async () => {
  const picture = await photograph({ width: 64, height: 64 });
  for (let length = 0; length < picture.length; length += 1) readJpegHeader(picture.subarray(0, length));
  expect(readJpegHeader(Buffer.alloc(0))).toBeNull();
  expect(readJpegHeader(Buffer.alloc(10_000, 0xff))).toBeNull();
});
