import type { Box } from '../model/objects.ts';

/** Corners as fractions of width and height. */
export type Polygon = readonly (readonly [x: number, y: number])[];

/** `0,0 0.5,0 0.5,1; 0.8,0 1,0 1,1`: polygons separated by semicolons. */
export function parsePolygons(text: string): Polygon[] {
  return text
    .split(';')
    .filter((it) => it.trim() !== '')
    .map((polygon) => {
      const corners = polygon
        .trim()
        .split(/\s+/)
        .map((corner) => corner.split(',').map(Number));
      const isCorner = (corner: number[]) => corner.length === 2 && corner.every((it) => it >= 0 && it <= 1);
      if (corners.length < 3 || !corners.every(isCorner)) {
        throw new Error(
          `'${polygon.trim()}' is no polygon of three corners or more, each like 0.25,0.5 with fractions of 0 to 1`,
        );
      }
      return corners.map(([x = 0, y = 0]) => [x, y] as const);
    });
}

export type Zones = { watch: readonly Polygon[]; ignore: readonly Polygon[] };

/** Whether the centre of the box is in a watched zone and in no ignored one. */
export function isWatched(box: Box, frame: { width: number; height: number }, { watch, ignore }: Zones): boolean {
  const x = (box.left + box.right) / 2 / frame.width;
  const y = (box.top + box.bottom) / 2 / frame.height;
  const isInside = (polygon: Polygon) => contains(polygon, x, y);
  return (watch.length === 0 || watch.some(isInside)) && !ignore.some(isInside);
}

function contains(polygon: Polygon, x: number, y: number): boolean {
  let inside = false;
  let [beforeX, beforeY] = polygon.at(-1) ?? [0, 0];
  for (const [cornerX, cornerY] of polygon) {
    const crosses = cornerY > y !== beforeY > y;
    if (crosses && x < ((beforeX - cornerX) * (y - cornerY)) / (beforeY - cornerY) + cornerX) inside = !inside;
    [beforeX, beforeY] = [cornerX, cornerY];
  }
  return inside;
}
