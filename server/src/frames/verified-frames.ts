import { webcrypto } from 'node:crypto';
import type { FramePlace, FrameReader } from './frame-store.ts';

/** A frame as its row describes it. */
export type StoredFrame = FramePlace & {
  /** Of the bytes that were received; hex, lower case. */
  sha256: string;
};

/**
 * Compares what is read with the SHA-256 that was stored with the row, and answers null when they differ, as for bytes
 * that are gone. WebCrypto works in a thread, so 5 MB do not hold up the event loop
 * for 4 ms; one read after the other, 100 KB take 0.2 ms instead of 0.03.
 */
export function verifyFrames(reader: FrameReader): FrameReader<StoredFrame> {
  return {
    ...reader,
    read: async (frame) => {
      const bytes = await reader.read(frame);
      return bytes !== null && (await sha256Of(bytes)) === frame.sha256 ? bytes : null;
    },
  };
}

async function sha256Of(bytes: Buffer): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
