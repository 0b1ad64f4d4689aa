import { cacheFrames } from '../frames/frame-cache.ts';
import type { FramePlace, FrameReader } from '../frames/frame-store.ts';
import { tokenBuckets } from '../http/token-buckets.ts';
import type { Log } from '../log.ts';

/** As many dots as a card has across, on a screen with two of them for one. */
const WIDTH_PX = 640;
const QUALITY = 75;
/** What is not larger is sent as it is. */
const WORTH_BYTES = 32 * 1024;
const KEPT_BYTES = 8 * 1024 * 1024;
/** Enough for a page that is opened; in a flood the processor belongs to the reports, and cards get whole frames. */
const MADE = { capacity: 24, perSecond: 4 };
const PIXELS_MAX = 50_000_000;

type Parts = { frames: FrameReader; log: Log; elapsed: () => number };

/** Reads frames as cards show them: small JPEGs, made when the first page asks; where none is to be had, the frame as it is. */
export function thumbnailReader({ frames, log, elapsed }: Parts): FrameReader['read'] {
  const allowance = tokenBuckets({ ...MADE, elapsed });
  const making = new Map<string, Promise<Buffer | null>>();
  let last: Promise<unknown> = Promise.resolve();
  let shrink: Promise<Shrink> | undefined;

  async function make(frame: FramePlace): Promise<Buffer | null> {
    if (allowance.take('all pages') > 0) return null;
    const bytes = await frames.read(frame);
    if (bytes === null) return null;
    shrink ??= loadShrink(log);
    const toSize = await shrink;
    // One after the other: the threads that do it are those that write reports to the disk.
    const made = last.then(() => toSize(bytes));
    last = made;
    return made;
  }

  /** When a threat appears, every screen asks in the same second. */
  function makeOnce(frame: FramePlace): Promise<Buffer | null> {
    const begun = making.get(frame.place);
    if (begun !== undefined) return begun;
    const made = make(frame).finally(() => making.delete(frame.place));
    making.set(frame.place, made);
    return made;
  }

  const small = cacheFrames({ ...frames, read: makeOnce }, KEPT_BYTES);
  return async (frame) => (frame.size > WORTH_BYTES ? await small.read(frame) : null) ?? frames.read(frame);
}

/** Never rejects. Null: this one cannot be made smaller; a browser may still show it, or say that it is broken. */
type Shrink = (jpeg: Buffer) => Promise<Buffer | null>;

/** Loaded when the first card asks: many servers have been up for a while before anybody looks. */
async function loadShrink(log: Log): Promise<Shrink> {
  try {
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1);
    sharp.cache(false);
    return (jpeg) =>
      sharp(jpeg, { limitInputPixels: PIXELS_MAX })
        .autoOrient()
        .resize({ width: WIDTH_PX, withoutEnlargement: true })
        .jpeg({ quality: QUALITY })
        .toBuffer()
        .then((made) => (made.byteLength < jpeg.byteLength ? made : null))
        .catch(() => null);
  } catch (error) {
    log.warn({ err: error }, 'cards get whole frames: none can be made smaller here');
    return async () => null;
  }
}
