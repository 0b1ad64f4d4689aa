import { setPriority } from 'node:os';
import type { MadeThumbnail } from './thumbnail-maker.ts';

// A process of its own: a picture that is made to cost much costs neither the event loop nor the threads that write
// reports, and ends with the process. Its environment is empty: a flaw of the decoder finds no secret in it.

/** As many dots as a card has across, on a screen with two of them for one. */
const WIDTH_PX = 640;
const QUALITY = 75;
const PIXELS_MAX = 50_000_000;

setPriority(10);
process.once('disconnect', () => process.exit());

const sharp = await import('sharp').then(
  ({ default: library }) => library,
  (error: unknown) => String(error),
);
if (typeof sharp !== 'string') {
  sharp.concurrency(1);
  sharp.cache(false);
}

process.on('message', async (jpeg: Uint8Array) => {
  process.send?.(await make(jpeg));
});

async function make(jpeg: Uint8Array): Promise<MadeThumbnail> {
  if (typeof sharp === 'string') return { failed: 'unavailable', reason: sharp };
  try {
    const thumbnail = await sharp(jpeg, { limitInputPixels: PIXELS_MAX })
      .autoOrient()
      .resize({ width: WIDTH_PX, withoutEnlargement: true })
      .jpeg({ quality: QUALITY })
      .toBuffer();
    return { thumbnail };
  } catch (error) {
    return { failed: 'unreadable', reason: String(error) };
  }
}
