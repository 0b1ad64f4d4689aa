import type { HistoryFilter } from '@vedette/contract/history';
import type { Position } from './detections.rules.ts';
import type { DetectionRow, DetectionStore, Page } from './detections.store.ts';
import { inOrder, type LabelFilter, labelFilter, matches, type Span, spanOf } from './history.rules.ts';
import type { HistoryStore } from './history.store.ts';

/** The times of a filter are milliseconds since the epoch here. */
export type HistoryQuestion = Omit<HistoryFilter, 'from' | 'to'> & {
  from?: number | undefined;
  to?: number | undefined;
};

/** `next` is where the page behind this one begins; null behind the last. A full page may be followed by an empty one. */
export type HistoryPage = { rows: DetectionRow[]; next: Position | null };

/** Up to so many series are gone to one by one; with more, the newest detections are sifted before. */
const FEW_SERIES = 64;
const SIFTED = 4_000;

type Parts = { history: HistoryStore; detections: DetectionStore; fewSeries?: number; sifted?: number };

/** All detections, or those that a filter leaves, newest first. */
export function createHistory({ history, detections, fewSeries = FEW_SERIES, sifted = SIFTED }: Parts) {
  async function find(labels: LabelFilter, span: Span, limit: number): Promise<Position[]> {
    if (Object.keys(labels).length === 0) return history.newest(span, limit);
    const all = await history.series();
    const wanted = all.filter((series) => matches(series.labels, labels));
    if (wanted.length === all.length) return history.newest(span, limit);
    const ids = wanted.map(({ id }) => id);
    if (ids.length > fewSeries && share(wanted, all) * sifted >= limit) {
      const end = await history.endOf(span, sifted);
      const found = await history.sift(ids, { ...span, from: end?.at ?? span.from }, limit);
      if (found.length === limit || end === null) return found;
    }
    return ids.length === 0 ? [] : history.merge(ids, span, limit);
  }

  return {
    page: async ({ from, to, ...filter }: HistoryQuestion, { limit, after }: Page): Promise<HistoryPage> => {
      const positions = inOrder(await find(labelFilter(filter), spanOf({ from, to }, after), limit));
      const rows = new Map((await detections.byIds(positions.map(({ id }) => id))).map((row) => [row.id, row]));
      return {
        // What was deleted between the two reads is left out.
        rows: positions.flatMap(({ id }) => rows.get(id) ?? []),
        next: positions.length < limit ? null : (positions.at(-1) ?? null),
      };
    },
    series: history.series,
  };
}

export type History = ReturnType<typeof createHistory>;

function share(some: readonly { count: number }[], all: readonly { count: number }[]): number {
  const sum = (series: readonly { count: number }[]) => series.reduce((total, { count }) => total + count, 0);
  return sum(some) / sum(all);
}
