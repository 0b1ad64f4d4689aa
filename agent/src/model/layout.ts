import type { Placement } from './letterbox.ts';
import { type DetectedObject, within } from './objects.ts';

export const LAYOUTS = ['v8', 'end2end', 'v5', 'detr'] as const;
export type Layout = (typeof LAYOUTS)[number];

export type Output = { data: Float32Array; dims: readonly number[] };

/** Models with one row per grid cell have thousands of rows, models with a fixed number of objects some hundred. */
const MAX_OBJECTS = 1_000;

/**
 * Whether an output of this shape can have a layout: `[1,4+nc,N]` (YOLOv8, 11), `[1,300,6]` (end to end), `[1,N,5+nc]` (YOLOv5),
 * `[1,300,4+nc]` (DETR).
 */
export function fitsLayout(layout: Layout, dims: readonly number[], classes: number): boolean {
  const [one, rows = 0, columns = 0] = dims;
  if (dims.length !== 3 || one !== 1 || classes === 0) return false;
  if (layout === 'v8') return rows === 4 + classes;
  if (layout === 'end2end') return columns === 6;
  return columns === (layout === 'v5' ? 5 : 4) + classes;
}

/** The layouts that an output of this shape can have in common models; the metadata's end-to-end flag decides between two. */
export function possibleLayouts(dims: readonly number[], classes: number, endToEnd?: string): Layout[] {
  const [, rows = 0, columns = 0] = dims;
  const fits = LAYOUTS.filter((layout) => {
    if (!fitsLayout(layout, dims, classes)) return false;
    return layout === 'v8' ? rows < columns : layout === 'v5' ? rows > MAX_OBJECTS : rows <= MAX_OBJECTS;
  });
  return endToEnd?.toLowerCase() === 'true' && fits.includes('end2end') ? ['end2end'] : fits;
}

export type Decoding = {
  placement: Placement;
  input: { width: number; height: number };
  frame: { width: number; height: number };
  /** Rows with a lower score are ignored. */
  minScore: number;
};

/** Decodes the boxes of an output, in pixels of the frame. */
export function decode(layout: Layout, output: Output, decoding: Decoding): DetectedObject[] {
  const [, rows = 0, columns = 0] = output.dims;
  const { data } = output;
  const found: DetectedObject[] = [];
  const add = (classId: number, score: number, corners: readonly [number, number, number, number]) => {
    if (score >= decoding.minScore) found.push({ classId, score, box: toFrame(corners, decoding) });
  };
  const { width, height } = decoding.input;
  if (layout === 'v8') {
    const { classIds, scores } = bestOfColumns(data, { from: 4, rows, columns });
    for (let at = 0; at < columns; at++) {
      const score = scores[at] ?? 0;
      if (score < decoding.minScore) continue;
      const value = (row: number) => data[row * columns + at] ?? 0;
      add(classIds[at] ?? 0, score, corners(value(0), value(1), value(2), value(3)));
    }
    return found;
  }
  for (let row = 0; row < rows; row++) {
    const value = (column: number) => data[row * columns + column] ?? 0;
    if (layout === 'end2end') {
      add(Math.round(value(5)), value(4), [value(0), value(1), value(2), value(3)]);
    } else if (layout === 'v5') {
      if (value(4) < decoding.minScore) continue;
      const [classId, score] = best(5, columns, value);
      add(classId, score * value(4), corners(value(0), value(1), value(2), value(3)));
    } else {
      const [classId, score] = best(4, columns, value);
      add(classId, score, corners(value(0) * width, value(1) * height, value(2) * width, value(3) * height));
    }
  }
  return found;
}

/** Reads the scores row by row, which is the memory order; column by column takes five times as long. */
function bestOfColumns(
  data: Float32Array,
  { from, rows, columns }: { from: number; rows: number; columns: number },
): { classIds: Uint16Array; scores: Float32Array } {
  const scores = data.slice(from * columns, (from + 1) * columns);
  const classIds = new Uint16Array(columns);
  for (let row = from + 1; row < rows; row++) {
    const start = row * columns;
    for (let at = 0; at < columns; at++) {
      const score = data[start + at] as number;
      if (score > (scores[at] as number)) {
        scores[at] = score;
        classIds[at] = row - from;
      }
    }
  }
  return { classIds, scores };
}

function best(from: number, to: number, value: (at: number) => number): [classId: number, score: number] {
  let classId = 0;
  let score = 0;
  for (let at = from; at < to; at++) {
    const candidate = value(at);
    if (candidate > score) {
      score = candidate;
      classId = at - from;
    }
  }
  return [classId, score];
}

function corners(x: number, y: number, width: number, height: number): [number, number, number, number] {
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
}

function toFrame(
  [left, top, right, bottom]: readonly [number, number, number, number],
  { placement, frame }: Decoding,
) {
  const { scale } = placement;
  const x = (value: number) => (value - placement.left) / scale;
  const y = (value: number) => (value - placement.top) / scale;
  return within({ left: x(left), top: y(top), right: x(right), bottom: y(bottom) }, frame);
}
