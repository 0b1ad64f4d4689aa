import type { FramePlace, FrameReader } from './frame-store.ts';

/** `lookups`: how many frames were found in memory since the start, and how many had to be read. */
export type FrameCache<Frame extends FramePlace> = FrameReader<Frame> & {
  lookups: () => { hits: number; misses: number };
};

export const FRAME_CACHE_BYTES = 16 * 1024 * 1024;

/**
 * Keeps the frames that were looked at last in memory: when a threat appears, every screen asks for the same frame in
 * the same second. Whether a frame may still be seen is decided by its row, on each request; and within the life of a
 * process no place is given twice.
 */
export function cacheFrames<Frame extends FramePlace>(reader: FrameReader<Frame>, maxBytes: number): FrameCache<Frame> {
  const frames = new Map<string, Buffer>();
  let bytesKept = 0;
  let hits = 0;
  let misses = 0;

  function keep(place: string, bytes: Buffer) {
    if (bytes.byteLength > maxBytes / 4) return;
    frames.set(place, bytes);
    bytesKept += bytes.byteLength;
    for (const [oldest, { byteLength }] of frames) {
      if (bytesKept <= maxBytes) return;
      frames.delete(oldest);
      bytesKept -= byteLength;
    }
  }

  return {
    ...reader,
    read: async (frame) => {
      const known = frames.get(frame.place);
      if (known !== undefined) {
        hits += 1;
        // Looked at again: the last to go.
        frames.delete(frame.place);
        frames.set(frame.place, known);
        return known;
      }
      misses += 1;
      const bytes = await reader.read(frame);
      if (bytes !== null && !frames.has(frame.place)) keep(frame.place, bytes);
      return bytes;
    },
    lookups: () => ({ hits, misses }),
    close: async () => {
      frames.clear();
      bytesKept = 0;
      await reader.close();
    },
  };
}
