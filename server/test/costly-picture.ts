import sharp from 'sharp';

/** Where a scan header of one component says which bits of the coefficients follow (ITU-T T.81, B.2.3). */
const BITS = 9;

/** A JPEG of some hundred kilobytes that a decoder goes over again and again: its last scan comes many times. */
export async function costlyPicture({ side, scans }: { side: number; scans: number }): Promise<Buffer<ArrayBuffer>> {
  const plain = await sharp({ create: { width: side, height: side, channels: 3, background: '#456' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const again = Buffer.from(plain.subarray(plain.lastIndexOf(Buffer.from([0xff, 0xda])), -2));
  // All bits, instead of the lowest after the others: only that may be repeated.
  again[BITS] = 0;
  return Buffer.concat([plain.subarray(0, -2), ...Array<Buffer>(scans).fill(again), plain.subarray(-2)]);
}
