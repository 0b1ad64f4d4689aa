import type { HistoryFilter } from '@vedette/contract/history';
import { cachedByEventNumber } from './cached-by-event-number.ts';
import type { DetectionRow, Page } from './detections.store.ts';
import { type LabelFilter, labelFilter, matches, type Span, spanOf } from './history.rules.ts';
import type { HistoryStore } from './history.store.ts';

/** The times of a filter are milliseconds since the epoch here. */
export type HistoryQuestion = Omit<HistoryFilter, 'from' | 'to'> & {
  from?: number | undefined;
  to?: number | undefined;
};

type Parts = {
  store: HistoryStore;
  /** The newest event: as long as it is the same, so are the series. */
  head: () => Promise<number>;
  /** Up to so many series are gone to one by one; with more, the newest detections are sifted before. */
  fewSeries?: number;
  sifted?: number;
};

/** All detections, or those that a filter leaves, newest first. */
export function createHistory({ store, head, fewSeries = 64, sifted = 4_000 }: Parts) {
  const series = cachedByEventNumber(head, store.series);

  async function find(labels: LabelFilter, span: Span, limit: number): Promise<DetectionRow[]> {
    if (Object.keys(labels).length === 0) return store.newest(span, limit);
    const all = await series();
    const some = all.filter((one) => matches(one.labels, labels));
    if (some.length === 0) return [];
    if (some.length === all.length) return store.newest(span, limit);
    const wanted = { ids: some.map(({ id }) => id), span, limit };
    if (some.length > fewSeries) {
      const found = await store.sift(wanted, sifted);
      if (found.length === limit) return found;
    }
    return store.merge(wanted);
  }

  return {
    page: ({ from, to, ...filter }: HistoryQuestion, { limit, after }: Page): Promise<DetectionRow[]> =>
      find(labelFilter(filter), spanOf({ from, to }, after), limit),
  };
}

export type History = ReturnType<typeof createHistory>;
