import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { constants } from 'node:fs/promises';
import { parsePlace, segmentFile } from './segment-files.ts';

/** Another folder of segments, in which each frame gets the place it has here; what is not written is a hole in the file. */
export function createSegmentCopy(directory: string): {
  write: (place: string, bytes: Uint8Array) => void;
  /** Everything written is on disk after this. */
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
    // Frames mostly come in the order of their places; one that was moved meanwhile leads back or ahead.
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
