import sharp from 'sharp';

/** The offset of the successive approximation bits in the scan header of one component (ITU-T T.81, B.2.3). */
const BITS = 9;

/** A JPEG of some hundred kilobytes that is slow to decode because its last scan is repeated many times. */
export async function costlyPicture({ side, scans }: { side: number; scans: number }): Promise<Buffer<ArrayBuffer>> {
  const plain = await sharp({ create: { width: side, height: side, channels: 3, background: '#456' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const again = Buffer.from(plain.subarray(plain.lastIndexOf(Buffer.from([0xff, 0xda])), -2));
  // Only a scan with all bits may be repeated, not one that refines the lowest bit.
  again[BITS] = 0;
  return Buffer.concat([plain.subarray(0, -2), ...Array<Buffer>(scans).fill(again), plain.subarray(-2)]);
}
