import type { HistoryFilter } from '@vedette/contract/history';
import { type Page, type Span, spanOf } from '../../http/paging.ts';
import { cachedByEventNumber } from '../cached-by-event-number.ts';
import type { DetectionRow } from '../detection-rows.ts';
import { type LabelFilter, labelFilter, matches } from './history.rules.ts';
import type { HistoryStore } from './history.store.ts';

/** A filter whose times are milliseconds since the epoch. */
export type ParsedFilter = Omit<HistoryFilter, 'from' | 'to'> & {
  from?: number | undefined;
  to?: number | undefined;
};

type Parts = {
  store: HistoryStore;
  /** The number of the newest event; the cached series stay valid until it changes. */
  head: () => Promise<number>;
  /** Up to this many series are merged at once; with more, the newest detections are scanned first. */
  mergeMaxSeries?: number;
  scanDepth?: number;
};

/** Reads all detections, or those that satisfy a filter, newest first. */
export function createHistory({ store, head, mergeMaxSeries = 64, scanDepth = 4_000 }: Parts) {
  const series = cachedByEventNumber(head, store.series);

  /** @returns null when all series match */
  async function matchingIds(labels: LabelFilter): Promise<number[] | null> {
    if (Object.keys(labels).length === 0) return null;
    const all = await series();
    const matching = all.filter((candidate) => matches(candidate.labels, labels));
    return matching.length === all.length ? null : matching.map(({ id }) => id);
  }

  async function find(labels: LabelFilter, span: Span, limit: number): Promise<DetectionRow[]> {
    const ids = await matchingIds(labels);
    if (ids === null) return store.newest(span, limit);
    if (ids.length === 0) return [];
    const query = { ids, span, limit };
    if (ids.length > mergeMaxSeries) {
      const found = await store.scanNewest(query, scanDepth);
      if (found.length === limit) return found;
    }
    return store.merge(query);
  }

  return {
    page: ({ from, to, ...filter }: ParsedFilter, { limit, after }: Page): Promise<DetectionRow[]> =>
      find(labelFilter(filter), spanOf({ from, to }, after), limit),
    /** How many satisfy the filter, counted up to a limit. */
    count: async ({ from, to, ...filter }: ParsedFilter, limit: number): Promise<number> => {
      const ids = await matchingIds(labelFilter(filter));
      return ids?.length === 0 ? 0 : store.count({ ids, span: spanOf({ from, to }, null), limit });
    },
  };
}

export type History = ReturnType<typeof createHistory>;
