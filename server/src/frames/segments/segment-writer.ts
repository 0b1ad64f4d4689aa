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
import { recordFileIdentity } from '../../file-identity.ts';
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
  /** The current commit of the database. */
  mark: CommittedMark;
  log: FrameLog;
  now: () => number;
  /** In bytes; tests use smaller segments. */
  segmentBytes?: number;
};

/**
 * Stores frames in append-only files, as Haystack does, with one append and one sync per batch. The rows are the index.
 * Bytes after the last row's frame in the open segment are left by a crash: a new segment is begun, and reclaiming cuts
 * them off when they are a day old.
 */
export async function openSegmentWriter(options: SegmentWriterOptions): Promise<FrameWriter> {
  const { directory, kysely, mark, log, now, segmentBytes = SEGMENT_BYTES } = options;
  mkdirSync(directory, { recursive: true });
  const committed = openMark(directory, mark);

  /** Sealed segments with space to reclaim: those that lost a frame, and at the start all of them. */
  const reclaimable = new Set(listSegments(directory));
  /** Sealed segments whose frames were moved to others. */
  const compacted = new Set<number>();
  let number = listSegments(directory).at(-1) ?? 1;
  let fd = openSegment(number);
  let end = await endOfSegment(kysely, number);

  let checkPath = recordFileIdentity(segmentFile(directory, number));

  // A file shorter than its rows say has lost bytes, which the start-up check reports; a longer one has a torn tail. A
  // new segment is begun in both cases, and when an erasure is pending, which must not hit newly written frames.
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
    reclaimable.add(number);
    number += 1;
    fd = next;
    end = 0;
    checkPath = recordFileIdentity(segmentFile(directory, number));
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
      // On a full disk the partly written bytes would use space that deletions need.
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
      // A file without rows is deleted, which is cheaper than overwriting frames. The open one is deleted only when it is large enough.
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
    reclaimable.add(segment);
  }

  function dropSegment(segment: number) {
    if (segment === number) beginNextSegment();
    const file = segmentFile(directory, segment);
    if (existsSync(file)) unlinkSync(file);
    reclaimable.delete(segment);
    syncDirectory(directory);
  }

  async function reclaim(): Promise<boolean> {
    const [segment] = [...reclaimable].filter((candidate) => candidate !== number);
    if (segment === undefined) return false;
    if (!(await hasLiveFrames(kysely, segment))) dropUnused(segment);
    else if (await compactSegment({ kysely, directory, segment, put })) compacted.add(segment);
    else {
      cutTail(segment, await endOfSegment(kysely, segment));
      reclaimable.delete(segment);
    }
    return true;
  }

  /** Deletes a segment at once after a compaction; without rows for another reason, after a day. */
  function dropUnused(segment: number) {
    reclaimable.delete(segment);
    const found = statSync(segmentFile(directory, segment), { throwIfNoEntry: false });
    if (found === undefined) return;
    if (found.size > 0 && !compacted.delete(segment)) {
      if (found.mtimeMs > now() - ORPHAN_AGE_MS) return;
      log('info', 'A file of frames without rows was removed', { segment, files: 1, bytes: found.size });
    }
    dropSegment(segment);
  }

  /** Cuts off frames that never got rows; at most one batch. */
  function cutTail(segment: number, rowsEnd: number) {
    const file = segmentFile(directory, segment);
    const { size, mtimeMs } = statSync(file);
    const bytes = size - rowsEnd;
    if (bytes <= 0 || bytes > BATCH_BYTES || mtimeMs > now() - ORPHAN_AGE_MS) return;
    truncateSync(file, rowsEnd);
    log('info', 'Bytes of frames without rows were cut off', { segment, files: 1, bytes });
  }

  async function queueAll(transaction: Kysely<Schema>): Promise<void> {
    // The open segment is sealed first: if erasing fails, the whole segment is deleted later, and must not hold new frames then.
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
  // A short write is continued frame by frame from where it stopped.
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
