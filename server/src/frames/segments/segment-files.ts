import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A new segment is begun when the open one would exceed this size. */
export const SEGMENT_BYTES = 256 * 1024 * 1024;

const NUMBER_DIGITS = 8;
const OFFSET_DIGITS = 10;

/** `00000003/0000123456`: segment and offset, padded so that text order is disk order. */
export function framePlace(segment: number, offset: number): string {
  return `${segmentName(segment)}/${String(offset).padStart(OFFSET_DIGITS, '0')}`;
}

/** A place without an offset means the whole segment. */
export function parsePlace(place: string): { segment: number; offset: number | null } {
  const [segment, offset] = place.split('/');
  return { segment: Number(segment), offset: offset === undefined ? null : Number(offset) };
}

export function segmentName(segment: number): string {
  return String(segment).padStart(NUMBER_DIGITS, '0');
}

export function segmentFile(directory: string, segment: number): string {
  return join(directory, `${segmentName(segment)}.seg`);
}

/** The places of a segment's frames lie between these two, both exclusive. */
export function placesOf(segment: number): { from: string; to: string } {
  return { from: `${segmentName(segment)}/`, to: `${segmentName(segment)}0` };
}

/** Ascending; none when the folder does not exist yet. */
export function listSegments(directory: string): number[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => /^\d{8}\.seg$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b);
}
