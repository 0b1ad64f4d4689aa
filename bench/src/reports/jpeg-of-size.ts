import { drawScene } from '@vedette/demo/scene';

const COMMENT_MARKER = 0xfe;
const COMMENT_OVERHEAD = 4;
const COMMENT_MAX = 65_535;

/** Draws a scene of exactly `size` bytes, padded with JPEG comments, which every decoder skips. */
export async function jpegOfSize(size: number, seed: number): Promise<Buffer<ArrayBuffer>> {
  const scene = {
    place: 'gate',
    cameraName: `Bench ${seed}`,
    at: new Date(),
    weaponType: 'Pistol',
    confidence: 0.91,
  } as const;
  for (const quality of [75, 55, 35, 20, 8]) {
    const { jpeg: drawn } = await drawScene({ ...scene, seed, quality });
    const missing = size - drawn.length;
    if (missing === 0 || missing >= COMMENT_OVERHEAD) return padded(drawn, missing);
  }
  throw new Error(`No scene fits into ${size} bytes`);
}

function padded(jpeg: Buffer, missing: number): Buffer<ArrayBuffer> {
  const comments: Buffer[] = [];
  for (let left = missing; left > 0; ) {
    // The remaining bytes must have room for another comment.
    const whole = Math.min(left, COMMENT_MAX + 2);
    const take = left - whole > 0 && left - whole < COMMENT_OVERHEAD ? whole - COMMENT_OVERHEAD : whole;
    const comment = Buffer.alloc(take, 'vedette ');
    comment.writeUInt8(0xff, 0);
    comment.writeUInt8(COMMENT_MARKER, 1);
    comment.writeUInt16BE(take - 2, 2);
    comments.push(comment);
    left -= take;
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]);
}
