import { cacheFrames } from '../frames/frame-cache.ts';
import type { FrameReader } from '../frames/frame-store.ts';
import type { StoredFrame } from '../frames/verified-frames.ts';
import { tokenBuckets } from '../http/token-buckets.ts';
import { readJpegHeader } from './jpeg-header.ts';
import type { ThumbnailMaker } from './thumbnail-maker.ts';

/** What is not larger is sent as it is. */
const WORTH_BYTES = 32 * 1024;
const KEPT_BYTES = 8 * 1024 * 1024;
/** Enough for a page that is opened; when many reports arrive the processor belongs to them, and cards get whole frames. */
const MADE = { capacity: 24, perSecond: 4 };

const PIXELS_MAX = 50_000_000;
/** A decoder holds a picture of several scans whole, with six bytes for each pixel, and goes over it once for each scan. */
const SEVERAL_SCANS = { pixels: 16_000_000, pixelsOfAll: 200_000_000 };

/** How long a picture that took too long is not tried again. */
const REFUSED_MS = 60_000;
const REFUSED_MAX = 1_000;

type Parts = { frames: FrameReader<StoredFrame>; maker: Pick<ThumbnailMaker, 'make'>; elapsed: () => number };

/** A JPEG for a card; null when the frame is gone or damaged; 'no preview' when decoding it would cost too much. */
export type Thumbnail = Buffer | null | 'no preview';
export type ReadThumbnail = (frame: StoredFrame) => Promise<Thumbnail>;

/** Reads frames as cards show them: small JPEGs, made when the first page asks; where none is to be had, the frame as it is. */
export function thumbnailReader({ frames, maker, elapsed }: Parts): ReadThumbnail {
  const allowance = tokenBuckets({ ...MADE, elapsed });
  const making = new Map<string, Promise<Buffer | null>>();
  /** Until when, by place. */
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

  /** When a threat appears, every screen asks in the same second. */
  function makeOnce(frame: StoredFrame): Promise<Buffer | null> {
    const begun = making.get(frame.place);
    if (begun !== undefined) return begun;
    const made = make(frame).finally(() => making.delete(frame.place));
    making.set(frame.place, made);
    return made;
  }

  const small = cacheFrames({ ...frames, read: makeOnce }, KEPT_BYTES);
  return async (frame) => {
    const isRefused = () => (refused.get(frame.place) ?? 0) > elapsed();
    if (isRefused()) return 'no preview';
    const made = frame.size > WORTH_BYTES ? await small.read(frame) : null;
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
