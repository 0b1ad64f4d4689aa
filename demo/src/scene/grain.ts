import sharp from 'sharp';

type Size = { width: number; height: number };

const PLATES = 3;
const plates: Promise<Buffer>[] = [];

/**
 * An image of sensor noise over a drawing, so that it compresses like a photograph. It is created once and reused, because
 * noise is the slowest part of a scene.
 */
export function grainPlate({ width, height }: Size, seed: number): Promise<Buffer> {
  const index = seed % PLATES;
  const plate = plates[index] ?? makePlate({ width, height });
  plates[index] = plate;
  return plate;
}

async function makePlate(size: Size): Promise<Buffer> {
  const fine = await noise(size, 15);
  // Low-frequency noise imitates uneven walls, dirt and compression.
  const coarse = await sharp(await noise({ width: size.width >> 4, height: size.height >> 4 }, 12), {
    raw: { width: size.width >> 4, height: size.height >> 4, channels: 3 },
  })
    .grayscale()
    .resize({ ...size, kernel: 'cubic', fit: 'fill' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(fine, { raw: { ...size, channels: 3 } })
    .blur(0.6)
    .composite([{ input: coarse, blend: 'soft-light' }])
    .png({ compressionLevel: 0 })
    .toBuffer();
}

function noise(size: Size, sigma: number): Promise<Buffer> {
  return sharp({
    create: { ...size, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma } },
  })
    .raw()
    .toBuffer();
}
