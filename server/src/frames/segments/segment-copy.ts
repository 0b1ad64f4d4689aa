import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { constants } from 'node:fs/promises';
import { parsePlace, segmentFile } from './segment-files.ts';

/** Writes a copy of the segments in which each frame keeps its place; frames that are not copied leave holes in the files. */
export function createSegmentCopy(directory: string): {
  write: (place: string, bytes: Uint8Array) => void;
  /** Syncs everything written. */
  close: () => void;
} {
  mkdirSync(directory, { recursive: true });
  let open: { segment: number; fd: number } | null = null;

  function close() {
    if (open === null) return;
    fsyncSync(open.fd);
    closeSync(open.fd);
    open = null;
  }

  function fileOf(segment: number): number {
    if (open?.segment === segment) return open.fd;
    close();
    // Frames come in the order of their places, except those that were moved during the copy.
    const fd = openSync(segmentFile(directory, segment), constants.O_RDWR | constants.O_CREAT);
    open = { segment, fd };
    return fd;
  }

  return {
    write(place, bytes) {
      const { segment, offset } = parsePlace(place);
      const fd = fileOf(segment);
      for (let done = 0; done < bytes.byteLength; ) {
        done += writeSync(fd, bytes, done, bytes.byteLength - done, (offset ?? 0) + done);
      }
    },
    close,
  };
}
