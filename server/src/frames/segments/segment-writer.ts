import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeSync,
  writevSync,
} from 'node:fs';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { isDiskFull } from '../../disk/disk-full.ts';
import { rememberFile } from '../../file-identity.ts';
import type { FrameLog, FramePlace, FrameWriter } from '../frame-store.ts';
import { ORPHAN_AGE_MS } from '../orphan-age.ts';
import { frameStoreLost } from '../store-lost.ts';
import { type CommittedMark, openMark } from './committed-mark.ts';
import { BATCH_BYTES } from './lost-rows.ts';
import { compactSegment } from './segment-compaction.ts';
import { framePlace, listSegments, parsePlace, SEGMENT_BYTES, segmentFile, segmentName } from './segment-files.ts';
import { awaitsErasure, endOfSegment, hasLiveFrames } from './segment-rows.ts';

const ZEROS = Buffer.alloc(256 * 1024);
const WORTH_DROPPING_BYTES = 1024 * 1024;

export type SegmentWriterOptions = {
  directory: string;
  kysely: Kysely<Schema>;
  /** Where the database is now. */
  mark: CommittedMark;
  log: FrameLog;
  now: () => number;
  /** Bytes; smaller in tests. */
  segmentBytes?: number;
};

/**
 * Frames in append-only files, as in Haystack: one append and one sync for a whole batch. The rows are the index. What
 * lies behind the last row's frame in the open segment is a torn tail: the next segment is begun, and clean-up cuts the
 * tail off when it is a day old.
 */
export async function openSegmentWriter(options: SegmentWriterOptions): Promise<FrameWriter> {
  const { directory, kysely, mark, log, now, segmentBytes = SEGMENT_BYTES } = options;
  mkdirSync(directory, { recursive: true });
  const committed = openMark(directory, mark);

  /** Sealed segments to look at for room: those that lost a frame, and at the start all of them. */
  const thinned = new Set(listSegments(directory));
  /** Sealed segments whose frames have been moved to others. */
  const movedFrom = new Set<number>();
  let number = listSegments(directory).at(-1) ?? 1;
  let fd = openSegment(number);
  let end = await endOfSegment(kysely, number);

  let checkPath = rememberFile(segmentFile(directory, number));

  // Shorter than its rows say: the disk lost bytes, which the start-up check reports. Longer: a torn tail. New frames go
  // elsewhere, also while something of it is still to be erased: that must never hit what is written there later.
  if (fstatSync(fd).size !== end || (await awaitsErasure(kysely, number))) beginNextSegment();

  function openSegment(segment: number): number {
    const file = segmentFile(directory, segment);
    const isNew = !existsSync(file);
    const opened = openSync(file, isNew ? 'wx+' : 'r+');
    if (isNew) syncDirectory(directory);
    return opened;
  }

  function beginNextSegment() {
    const next = openSegment(number + 1);
    closeSync(fd);
    thinned.add(number);
    number += 1;
    fd = next;
    end = 0;
    checkPath = rememberFile(segmentFile(directory, number));
  }

  function checkOpenSegment() {
    try {
      checkPath();
    } catch (cause) {
      throw frameStoreLost('has lost its open file', { cause, refused: false });
    }
  }

  function append(frames: readonly Uint8Array[]) {
    try {
      appendAll(fd, frames, end);
      fdatasyncSync(fd);
    } catch (error) {
      // On a full disk what did get through would take room that is needed for deleting.
      if (isDiskFull(error)) ftruncateSync(fd, end);
      throw error;
    }
  }

  async function put(frames: readonly Uint8Array[]): Promise<string[]> {
    const bytes = frames.reduce((sum, frame) => sum + frame.byteLength, 0);
    if (end > 0 && end + bytes > segmentBytes) beginNextSegment();
    append(frames);
    checkOpenSegment();
    let offset = end;
    end += bytes;
    return frames.map((frame) => {
      const place = framePlace(number, offset);
      offset += frame.byteLength;
      return place;
    });
  }

  async function erase(places: readonly FramePlace[]): Promise<void> {
    const segments = new Set(places.map(({ place }) => parsePlace(place).segment));
    for (const segment of segments) {
      const frames = places.filter(({ place }) => parsePlace(place).segment === segment);
      const whole = frames.some(({ place }) => parsePlace(place).offset === null);
      // A file without rows goes as a whole: cheaper than to overwrite it frame by frame. The open one goes when that
      // makes room worth a new file.
      const isSmall = segment === number && end < WORTH_DROPPING_BYTES;
      if (whole || !(isSmall || (await hasLiveFrames(kysely, segment)))) dropSegment(segment);
      else overwrite(segment, frames);
    }
  }

  function overwrite(segment: number, frames: readonly FramePlace[]) {
    const file = segmentFile(directory, segment);
    if (!existsSync(file)) return;
    const target = segment === number ? fd : openSync(file, 'r+');
    try {
      for (const { place, size } of frames) writeZeros(target, parsePlace(place).offset ?? 0, size);
      fdatasyncSync(target);
    } finally {
      if (target !== fd) closeSync(target);
    }
    thinned.add(segment);
  }

  function dropSegment(segment: number) {
    if (segment === number) beginNextSegment();
    const file = segmentFile(directory, segment);
    if (existsSync(file)) unlinkSync(file);
    thinned.delete(segment);
    syncDirectory(directory);
  }

  async function reclaim(): Promise<boolean> {
    const [segment] = [...thinned].filter((candidate) => candidate !== number);
    if (segment === undefined) return false;
    if (!(await hasLiveFrames(kysely, segment))) dropUnused(segment);
    else if (await compactSegment({ kysely, directory, segment, put })) movedFrom.add(segment);
    else {
      cutTail(segment, await endOfSegment(kysely, segment));
      thinned.delete(segment);
    }
    return true;
  }

  /** At once when its frames were moved elsewhere just now; what has no rows for another reason stays for a day. */
  function dropUnused(segment: number) {
    thinned.delete(segment);
    const found = statSync(segmentFile(directory, segment), { throwIfNoEntry: false });
    if (found === undefined) return;
    if (found.size > 0 && !movedFrom.delete(segment)) {
      if (found.mtimeMs > now() - ORPHAN_AGE_MS) return;
      log('info', 'A file of frames without rows was removed', { segment, files: 1, bytes: found.size });
    }
    dropSegment(segment);
  }

  /** Frames whose rows never came; never more than one batch. */
  function cutTail(segment: number, rowsEnd: number) {
    const file = segmentFile(directory, segment);
    const { size, mtimeMs } = statSync(file);
    const bytes = size - rowsEnd;
    if (bytes <= 0 || bytes > BATCH_BYTES || mtimeMs > now() - ORPHAN_AGE_MS) return;
    truncateSync(file, rowsEnd);
    log('info', 'Bytes of frames without rows were cut off', { segment, files: 1, bytes });
  }

  async function queueAll(transaction: Kysely<Schema>): Promise<void> {
    // Sealed first: should erasing fail, the segment is dropped later, and by then it would hold new frames.
    if (end > 0) beginNextSegment();
    const segments = listSegments(directory)
      .filter((segment) => segment !== number)
      .map((segment) => ({ place: segmentName(segment), size: 0 }));
    if (segments.length === 0) return;
    await transaction
      .insertInto('frame_erasure')
      .values(segments)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  return {
    put,
    erase,
    noteCommitted: committed.note,
    queueAll,
    reclaim,
    close: async () => {
      closeSync(fd);
      committed.close();
    },
  };
}

function appendAll(fd: number, frames: readonly Uint8Array[], position: number) {
  const bytes = frames.reduce((sum, frame) => sum + frame.byteLength, 0);
  let written = writevSync(fd, frames, position);
  if (written === bytes) return;
  // A short write: continue frame by frame where it stopped.
  let start = 0;
  for (const frame of frames) {
    while (written < start + frame.byteLength) {
      const within = Math.max(0, written - start);
      written += writeSync(fd, frame, within, frame.byteLength - within, position + written);
    }
    start += frame.byteLength;
  }
}

function writeZeros(fd: number, offset: number, size: number) {
  for (let done = 0; done < size; ) {
    done += writeSync(fd, ZEROS, 0, Math.min(ZEROS.byteLength, size - done), offset + done);
  }
}

function syncDirectory(directory: string) {
  const fd = openSync(directory, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
