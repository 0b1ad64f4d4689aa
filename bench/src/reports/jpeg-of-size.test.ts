import { expect, test } from 'vitest';
import { jpegOfSize } from './jpeg-of-size.ts';

test.each([20_000, 100_000, 120_003, 196_700])('a picture has exactly %i bytes', async (size) => {
  const jpeg = await jpegOfSize(size, 1);
  expect(jpeg).toHaveLength(size);
  expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9');
});
