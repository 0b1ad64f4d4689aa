import type { FramePlace, FrameReader } from './frame-store.ts';

/** `lookups`: the number of frames found in memory and of those read from the store, since the start. */
export type FrameCache<Frame extends FramePlace> = FrameReader<Frame> & {
  lookups: () => { hits: number; misses: number };
};

export const FRAME_CACHE_BYTES = 16 * 1024 * 1024;

/**
 * Caches the most recently used frames in memory, because all screens request a new threat's frame in the same second.
 * Each request still reads the row, which decides whether the frame may be shown. No place is used twice within the
 * life of a process.
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
      const cached = frames.get(frame.place);
      if (cached !== undefined) {
        hits += 1;
        // Moves the frame to the end, because the first one is evicted next.
        frames.delete(frame.place);
        frames.set(frame.place, cached);
        return cached;
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
