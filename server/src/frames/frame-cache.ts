import type { FrameReader } from './frame-store.ts';

export const FRAME_CACHE_BYTES = 16 * 1024 * 1024;

/**
 * Keeps the frames that were looked at last in memory: when a threat appears, every screen asks for the same frame in
 * the same second. Whether a frame may still be seen is decided by its row, on each request; and within the life of a
 * process no place is given twice.
 */
export function cacheFrames(reader: FrameReader, maxBytes: number): FrameReader {
  const frames = new Map<string, Buffer>();
  let bytesKept = 0;

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
    read: async (frame) => {
      const known = frames.get(frame.place);
      if (known !== undefined) {
        // Looked at again: the last to go.
        frames.delete(frame.place);
        frames.set(frame.place, known);
        return known;
      }
      const bytes = await reader.read(frame);
      if (bytes !== null && !frames.has(frame.place)) keep(frame.place, bytes);
      return bytes;
    },
    close: async () => {
      frames.clear();
      bytesKept = 0;
      await reader.close();
    },
  };
}
