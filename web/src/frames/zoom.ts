/** Scale relative to the fitted size, and the offset of the picture's middle from the view's middle in pixels. */
export type Zoom = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

export const FITTED: Zoom = { scale: 1, x: 0, y: 0 };
const LARGEST = 8;

/** Zooms so that what lies under the point stays there. @param at from the middle of the view */
export function zoomAt(zoom: Zoom, { factor, at, view }: { factor: number; at: Point; view: Size }): Zoom {
  const scale = Math.min(LARGEST, Math.max(1, zoom.scale * factor));
  const ratio = scale / zoom.scale;
  return within({ scale, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }, view);
}

export function panBy(zoom: Zoom, { by, view }: { by: Point; view: Size }): Zoom {
  return within({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, view);
}

/** The picture never leaves the view: its edge stops at the edge. */
function within({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  const most = { x: (width * (scale - 1)) / 2, y: (height * (scale - 1)) / 2 };
  return { scale, x: clamp(x, most.x), y: clamp(y, most.y) };
}

function clamp(value: number, most: number): number {
  // Adding 0 makes a negative zero an ordinary one.
  return Math.min(most, Math.max(-most, value)) + 0;
}
