import type { Picture } from './frame.ts';
import { createPixelPool, type PixelPool } from './pixel-pool.ts';

const HEADER_MAX = 64;
const PIXELS_MAX = 7680 * 4320 * 3;

export type Size = { width: number; height: number };

/**
 * Splits a stream of bytes into pictures. They are binary PPM, whose header contains the size, or raw pixels.
 * @param options.rawSize the size of raw pixels
 */
export function pictureReader(
  onPicture: (picture: Picture) => void,
  { rawSize, pool = createPixelPool() }: { rawSize?: Size | undefined; pool?: PixelPool } = {},
) {
  let header = Buffer.alloc(0);
  let size: Size | undefined;
  let pixels: Buffer = Buffer.alloc(0);
  let filled = 0;

  function begin(next: Size) {
    if (next.width * next.height * 3 > PIXELS_MAX || next.width * next.height === 0)
      throw new Error('its pictures are empty or too large');
    size = next;
    pixels = pool.acquire(next.width * next.height * 3);
    filled = 0;
  }

  function readHeader(bytes: Buffer): Buffer {
    if (rawSize) {
      begin(rawSize);
      return bytes;
    }
    header = Buffer.concat([header, bytes]);
    const match = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(header.subarray(0, HEADER_MAX).toString('latin1'));
    if (!match) {
      if (header.length >= HEADER_MAX || !/^(P(6|$)|$)/.test(header.subarray(0, 2).toString('latin1'))) {
        throw new Error('The source sends no pictures (binary PPM)');
      }
      return Buffer.alloc(0);
    }
    const rest = header.subarray(match[0].length);
    header = Buffer.alloc(0);
    begin({ width: Number(match[1]), height: Number(match[2]) });
    return rest;
  }

  return (chunk: Buffer): void => {
    let bytes = chunk;
    while (bytes.length > 0) {
      if (!size) bytes = readHeader(bytes);
      if (!size) return;
      const copied = Math.min(bytes.length, pixels.length - filled);
      bytes.copy(pixels, filled, 0, copied);
      filled += copied;
      bytes = bytes.subarray(copied);
      if (filled < pixels.length) return;
      const picture = { ...size, pixels };
      size = undefined;
      onPicture(picture);
    }
  };
}
