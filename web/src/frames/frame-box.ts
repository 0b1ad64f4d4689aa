import type { FrameBox } from '@vedette/contract/evidence';
import type { Size, Zoom } from './zoom.ts';

/** In pixels, from the upper left corner of the view. */
export type Rectangle = { left: number; top: number } & Size;

/** The position in the view of a part of the picture that is fitted, zoomed and moved. */
export function rectangleOf(box: FrameBox, shown: { picture: Size; view: Size; zoom: Zoom }): Rectangle {
  const { picture, view, zoom } = shown;
  const fit = Math.min(view.width / picture.width, view.height / picture.height) * zoom.scale;
  const whole = { width: picture.width * fit, height: picture.height * fit };
  return {
    left: view.width / 2 + zoom.x + (box.left - 0.5) * whole.width,
    top: view.height / 2 + zoom.y + (box.top - 0.5) * whole.height,
    width: box.width * whole.width,
    height: box.height * whole.height,
  };
}

/** The space that a label needs: its height with a gap, and its minimum width beside the box. */
export const LABEL_HEIGHT = 28;
export const LABEL_WIDTH = 112;

export type LabelPlace = {
  /** A point at the edge of the box, in pixels of the view. */
  x: number;
  y: number;
  /** Which part of the label is at this point: 0 the left or upper edge, 1 the right or lower edge. */
  anchor: { x: number; y: number };
  maxWidth: number;
};

/** Above the box, else below it, else beside it; null when it would cover the content of the box. */
export function placeLabel({ left, top, width, height }: Rectangle, view: Size): LabelPlace | null {
  const right = left + width;
  const bottom = top + height;
  if (left >= view.width || right <= 0 || top >= view.height || bottom <= 0) return null;
  const x = (Math.max(0, left) + Math.min(view.width, right)) / 2;
  const y = (Math.max(0, top) + Math.min(view.height, bottom)) / 2;
  // The label is moved by the same share of its own width as the point is along the view, so that it ends within the view.
  const across = { x, maxWidth: view.width };
  const along = { y, anchorY: y / view.height };
  if (top >= LABEL_HEIGHT) return { ...across, y: top, anchor: { x: x / view.width, y: 1 } };
  if (view.height - bottom >= LABEL_HEIGHT) return { ...across, y: bottom, anchor: { x: x / view.width, y: 0 } };
  const room = { before: left, after: view.width - right };
  if (Math.max(room.before, room.after) < LABEL_WIDTH) return null;
  return room.after >= room.before
    ? { x: right, y: along.y, anchor: { x: 0, y: along.anchorY }, maxWidth: room.after }
    : { x: left, y: along.y, anchor: { x: 1, y: along.anchorY }, maxWidth: room.before };
}

const rows = ['upper', '', 'lower'] as const;
const columns = ['left', 'middle', 'right'] as const;

/** Names the ninth of the frame that holds the middle of the box: 'in the upper left of the frame'. */
export function describeBox({ left, top, width, height }: FrameBox): string {
  const row = rows[third(top + height / 2)];
  const column = columns[third(left + width / 2)];
  if (row) return `in the ${row} ${column} of the frame`;
  return column === 'middle' ? 'in the middle of the frame' : `on the ${column} of the frame`;
}

function third(fraction: number): 0 | 1 | 2 {
  return fraction < 1 / 3 ? 0 : fraction <= 2 / 3 ? 1 : 2;
}
