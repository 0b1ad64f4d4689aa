import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A JPEG with as much detail as a photograph, different for each call. */
export function photograph({ width, height }: { width: number; height: number }): Promise<Buffer<ArrayBuffer>> {
  const raw = { width: width / 8, height: height / 8, channels: 3 } as const;
  const coarse = randomBytes(raw.width * raw.height * raw.channels);
  return sharp(coarse, { raw })
    .resize(width, height)
    .jpeg({ quality: 90 })
    .toBuffer()
    .then((jpeg) => Buffer.from(jpeg));
}
