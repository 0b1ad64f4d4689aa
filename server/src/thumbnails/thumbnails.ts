import { cacheFrames } from '../frames/frame-cache.ts';
import type { FrameReader } from '../frames/frame-store.ts';
import type { StoredFrame } from '../frames/verified-frames.ts';
import { tokenBuckets } from '../http/guards/token-buckets.ts';
import { readJpegHeader } from './jpeg-header.ts';
import type { ThumbnailMaker } from './thumbnail-maker.ts';

/** Smaller frames are sent unchanged. */
const THUMBNAIL_MIN_BYTES = 32 * 1024;
const CACHE_BYTES = 8 * 1024 * 1024;
/** Enough for opening a page. When many reports arrive, cards get whole frames, so that reports keep the processor. */
const RATE_LIMIT = { capacity: 24, perSecond: 4 };

const PIXELS_MAX = 50_000_000;
/** For a picture of several scans, a decoder holds the whole picture with six bytes per pixel and passes over it once per scan. */
const SEVERAL_SCANS = { pixels: 16_000_000, pixelsOfAll: 200_000_000 };

/** A picture that took too long is not tried again for this time. */
const REFUSED_MS = 60_000;
const REFUSED_MAX = 1_000;

type Parts = { frames: FrameReader<StoredFrame>; maker: Pick<ThumbnailMaker, 'make'>; elapsed: () => number };

/** A JPEG for a card; null when the frame is missing or damaged; 'no preview' when decoding it would cost too much. */
export type Thumbnail = Buffer | null | 'no preview';
export type ReadThumbnail = (frame: StoredFrame) => Promise<Thumbnail>;

/** Reads frames for cards: thumbnails, made on the first request, or the frame itself when there is none. */
export function thumbnailReader({ frames, maker, elapsed }: Parts): ReadThumbnail {
  const allowance = tokenBuckets({ ...RATE_LIMIT, elapsed });
  const making = new Map<string, Promise<Buffer | null>>();
  /** The end of the refusal, by place. */
  const refused = new Map<string, number>();

  async function make(frame: StoredFrame): Promise<Buffer | null> {
    const bytes = await frames.read(frame);
    if (bytes === null || costsTooMuch(bytes) || allowance.take('all pages') > 0) return null;
    const made = await maker.make(bytes);
    if ('failed' in made) {
      if (made.failed === 'timeout') refuse(frame);
      return null;
    }
    const { buffer, byteOffset, byteLength } = made.thumbnail;
    return byteLength < bytes.byteLength ? Buffer.from(buffer, byteOffset, byteLength) : null;
  }

  function refuse({ place }: StoredFrame) {
    if (refused.size >= REFUSED_MAX) refused.clear();
    refused.set(place, elapsed() + REFUSED_MS);
  }

  /** All screens request a new threat's thumbnail in the same second. */
  function makeOnce(frame: StoredFrame): Promise<Buffer | null> {
    const pending = making.get(frame.place);
    if (pending !== undefined) return pending;
    const made = make(frame).finally(() => making.delete(frame.place));
    making.set(frame.place, made);
    return made;
  }

  const small = cacheFrames({ ...frames, read: makeOnce }, CACHE_BYTES);
  return async (frame) => {
    const isRefused = () => (refused.get(frame.place) ?? 0) > elapsed();
    if (isRefused()) return 'no preview';
    const made = frame.size > THUMBNAIL_MIN_BYTES ? await small.read(frame) : null;
    if (made !== null) return made;
    if (isRefused()) return 'no preview';
    const whole = await frames.read(frame);
    return whole !== null && costsTooMuch(whole) ? 'no preview' : whole;
  };
}

function costsTooMuch(jpeg: Buffer): boolean {
  const header = readJpegHeader(jpeg);
  if (header === null) return false;
  const pixels = header.width * header.height;
  if (header.scans <= 1) return pixels > PIXELS_MAX;
  return pixels > SEVERAL_SCANS.pixels || pixels * header.scans > SEVERAL_SCANS.pixelsOfAll;
}
