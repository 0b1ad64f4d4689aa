import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  unlinkSync,
  writeSync,
  writevSync,
} from 'node:fs';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { FramePlace, FrameWriter } from './frame-store.ts';
import { compactSegment } from './segment-compaction.ts';
import { framePlace, listSegments, parsePlace, SEGMENT_BYTES, segmentFile, segmentName } from './segment-files.ts';
import { awaitsErasure, endOfSegment, hasLiveFrames } from './segment-rows.ts';

const ZEROS = Buffer.alloc(256 * 1024);

export type SegmentWriterOptions = {
  directory: string;
  kysely: Kysely<Schema>;
  /** Bytes; smaller in tests. */
  segmentBytes?: number;
};

/**
 * Frames in append-only files, as in Haystack: one append and one sync for a whole batch. The rows are the index, so
 * whatever lies behind the last row's frame in the open segment is a torn tail: cut off here, before anything is written.
 */
export async function openSegmentWriter(options: SegmentWriterOptions): Promise<FrameWriter> {
  const { directory, kysely, segmentBytes = SEGMENT_BYTES } = options;
  mkdirSync(directory, { recursive: true });

  /** Sealed segments to look at for room: those that lost a frame, and at the start all of them. */
  const thinned = new Set(listSegments(directory));
  let number = listSegments(directory).at(-1) ?? 1;
  let fd = openSegment(number);
  let end = await endOfSegment(kysely, number);

  const size = fstatSync(fd).size;
  if (size > end) {
    ftruncateSync(fd, end);
    fsyncSync(fd);
  }
  // Shorter than its rows say: the disk lost bytes. The start-up check reports them; new frames go elsewhere. So they do
  // when something of it is still to be erased: that must never hit what is written there later.
  if (size < end || (await awaitsErasure(kysely, number))) beginNextSegment();

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
  }

  async function put(frames: readonly Uint8Array[]): Promise<string[]> {
    const bytes = frames.reduce((sum, frame) => sum + frame.byteLength, 0);
    if (end > 0 && end + bytes > segmentBytes) beginNextSegment();
    appendAll(fd, frames, end);
    fdatasyncSync(fd);
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
      // A file without rows goes as a whole: cheaper than to overwrite it frame by frame.
      if (whole || !(segment === number || (await hasLiveFrames(kysely, segment)))) dropSegment(segment);
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
    if (!(await hasLiveFrames(kysely, segment))) dropSegment(segment);
    else if (!(await compactSegment({ kysely, directory, segment, put }))) thinned.delete(segment);
    return true;
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

  return { put, erase, queueAll, reclaim, close: async () => closeSync(fd) };
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
