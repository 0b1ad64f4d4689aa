import { setPriority } from 'node:os';
import type { MadeThumbnail } from './thumbnail-maker.ts';

// A process of its own, so that a malicious picture blocks neither the event loop nor the writer thread, and its memory is
// freed with the process. Its environment is empty, so that a flaw of the decoder exposes no secrets.

/** The width of a card in device pixels on a screen with a pixel ratio of 2. */
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
