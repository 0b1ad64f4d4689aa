import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AllDetectionsAnswer, Detection } from '@vedette/contract/detection';
import type { FacetsAnswer, HistoryFilter, MatchingAnswer } from '@vedette/contract/history';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@vedette/contract/limits';
import { request } from '../api/request.ts';
import type { HistoryPage } from './history.ts';

type PageAsked = { filter: HistoryFilter; cursor?: string; limit?: number };

export function fetchHistory({ filter, cursor, limit = PAGE_SIZE_DEFAULT }: PageAsked): Promise<AllDetectionsAnswer> {
  const query = new URLSearchParams(filter);
  if (limit > PAGE_SIZE_DEFAULT) query.set('limit', String(Math.min(PAGE_SIZE_MAX, limit)));
  if (cursor) query.set('cursor', cursor);
  return request<AllDetectionsAnswer>(`/detections/all${query.size > 0 ? `?${query}` : ''}`);
}

/** Fetches the changes since a list was loaded: the detections above its first item, and its own range again. */
export async function fetchSince({ filter, items }: { filter: HistoryFilter; items: readonly Detection[] }) {
  const [first] = items;
  if (!first) return { above: await fetchHistory({ filter, limit: PAGE_SIZE_MAX }), own: NOTHING };
  const justAbove = new Date(Date.parse(first.timestamp) + 1).toISOString();
  const [above, own] = await Promise.all([
    fetchHistory({ filter: { ...filter, from: justAbove }, limit: PAGE_SIZE_MAX }),
    fetchRows({ ...filter, to: justAbove }, items.length),
  ]);
  return { above, own };
}

const NOTHING: HistoryPage = { data: [], next_cursor: null };

/** @param rows the least number of rows to load; more than one page takes several requests */
async function fetchRows(filter: HistoryFilter, rows: number): Promise<HistoryPage> {
  const first = await fetchHistory({ filter, limit: rows });
  const data = [...first.data];
  let next_cursor = first.next_cursor;
  while (next_cursor !== null && data.length < rows) {
    const page = await fetchHistory({ filter, cursor: next_cursor, limit: rows - data.length });
    data.push(...page.data);
    next_cursor = page.next_cursor;
  }
  return { data, next_cursor };
}

/** The address of the list's export. */
export function exportAddress(filter: HistoryFilter): string {
  const query = new URLSearchParams(filter);
  return `/api/detections/export.csv${query.size > 0 ? `?${query}` : ''}`;
}

/** The options that contain this text; the previous options are kept while the new ones load. */
export function useFacets(search: string) {
  const query = search === '' ? '' : `?${new URLSearchParams({ search })}`;
  return useQuery({
    queryKey: ['detections', 'facets', search],
    queryFn: () => request<FacetsAnswer>(`/detections/facets${query}`),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

/**
 * How many detections match a filter. Not asked without one: the dashboard counts them all.
 * @param listed how many rows are listed; the count is renewed when that changes, and every ten seconds
 */
export function useMatching(filter: HistoryFilter, listed: number) {
  const isFiltered = Object.keys(filter).length > 0;
  return useQuery({
    queryKey: ['detections', 'matching', filter, listed],
    queryFn: () => request<MatchingAnswer>(`/detections/matching?${new URLSearchParams(filter)}`),
    enabled: isFiltered,
    refetchInterval: 10_000,
    placeholderData: (previous, query) => (query && isSame(query.queryKey[2], filter) ? previous : undefined),
  }).data;
}

function isSame(a: unknown, b: HistoryFilter): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
