import { closeSync, constants, openSync, read, readSync } from 'node:fs';
import { access } from 'node:fs/promises';
import type { FramePlace, FrameReader } from '../frame-store.ts';
import { looksLikeJpeg } from '../jpeg.ts';
import { parsePlace, segmentFile } from './segment-files.ts';

type OpenSegment = { fd: number; reading: number; usedAt: number };

/** A deleted segment keeps its disk space while its file is open, so that idle files are closed soon. */
const IDLE_MS = 5_000;
/**
 * The newest segments are in the operating system's page cache, where a synchronous read is cheaper than a thread.
 * Older ones may come from a slow disk and must not block the event loop.
 */
const IN_MEMORY_SEGMENTS = 2;

/** Reads each frame into one buffer of its size, which takes a quarter of the processor time of a read stream. */
export function createSegmentReader({ directory, now }: { directory: string; now: () => number }): FrameReader {
  const segments = new Map<number, OpenSegment>();
  let newest = 0;
  const sweep = setInterval(() => closeUnused(now() - IDLE_MS), IDLE_MS);
  sweep.unref();

  function closeUnused(since: number) {
    for (const [number, { fd, reading, usedAt }] of segments) {
      if (reading > 0 || usedAt > since) continue;
      segments.delete(number);
      closeSync(fd);
    }
  }

  /** Null when the segment is deleted. */
  function openSegment(number: number): OpenSegment | null {
    const cached = segments.get(number);
    if (cached !== undefined) return cached;
    try {
      const opened = { fd: openSync(segmentFile(directory, number), 'r'), reading: 0, usedAt: now() };
      segments.set(number, opened);
      return opened;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  return {
    read: async ({ place, size }: FramePlace) => {
      const { segment: number, offset } = parsePlace(place);
      const segment = openSegment(number);
      if (segment === null) return null;
      segment.usedAt = now();
      newest = Math.max(newest, number);
      const position = { fd: segment.fd, size, offset: offset ?? 0 };
      if (number > newest - IN_MEMORY_SEGMENTS) return frameIn(readNow(position), size);
      segment.reading += 1;
      try {
        return frameIn(await readInThread(position), size);
      } finally {
        segment.reading -= 1;
      }
    },
    check: () => access(directory, constants.R_OK | constants.W_OK),
    close: async () => {
      clearInterval(sweep);
      closeUnused(Number.POSITIVE_INFINITY);
    },
  };
}

type Position = { fd: number; size: number; offset: number };
type ReadBytes = { bytes: Buffer; count: number };

function frameIn({ bytes, count }: ReadBytes, size: number): Buffer | null {
  return count === size && looksLikeJpeg(bytes) ? bytes : null;
}

function readNow({ fd, size, offset }: Position): ReadBytes {
  const bytes = Buffer.allocUnsafeSlow(size);
  return { bytes, count: readSync(fd, bytes, 0, size, offset) };
}

function readInThread({ fd, size, offset }: Position): Promise<ReadBytes> {
  return new Promise((resolve, reject) => {
    read(fd, Buffer.allocUnsafeSlow(size), 0, size, offset, (error, count, bytes) => {
      if (error === null) resolve({ bytes, count });
      else reject(error);
    });
  });
}
