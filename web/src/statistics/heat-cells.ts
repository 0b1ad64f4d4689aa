import type { BreakdownAnswer } from '@vedette/contract/breakdown';

const HOUR_MS = 3_600_000;

export const heatRows = [
  { level: 'high', name: 'High', note: '8-10', fill: 'fill-level-high' },
  { level: 'medium', name: 'Medium', note: '5-7', fill: 'fill-level-medium' },
  { level: 'low', name: 'Low', note: '1-4', fill: 'fill-level-low' },
] as const;

/** A cell of the heat map: one level in one hour; `start` in milliseconds. */
export type Cell = { start: number; end: number; count: number; share: number };

/** The cells of each level, oldest hour first, including empty ones; `share` is relative to the highest count. */
export function cellsOf({ from, to, hours }: BreakdownAnswer): Record<(typeof heatRows)[number]['level'], Cell[]> {
  const most = Math.max(1, ...hours.map(({ count }) => count));
  const counts = new Map(hours.map(({ at, level, count }) => [`${Date.parse(at)} ${level}`, count]));
  const first = Date.parse(from);
  const starts = Array.from(
    { length: Math.round((Date.parse(to) - first) / HOUR_MS) },
    (_, place) => first + place * HOUR_MS,
  );
  const cells = (level: string) =>
    starts.map((start) => {
      const count = counts.get(`${start} ${level}`) ?? 0;
      return { start, end: start + HOUR_MS, count, share: count / most };
    });
  return { high: cells('high'), medium: cells('medium'), low: cells('low') };
}
