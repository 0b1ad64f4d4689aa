/**
 * The Theil-Sen estimate: the median of the slopes between all pairs of points. It is robust against a few outliers, such
 * as garbage collections.
 * @returns per unit of x
 */
export function slope(points: readonly { x: number; y: number }[]): number {
  const slopes = points.flatMap((from, index) =>
    points.slice(index + 1).map((to) => (to.y - from.y) / (to.x - from.x)),
  );
  return median(slopes);
}

/** The median; NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
