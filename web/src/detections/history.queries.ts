import { useQuery } from '@tanstack/react-query';
import type { AllDetectionsAnswer } from '@vedette/contract/detection';
import type { FacetsAnswer, HistoryFilter } from '@vedette/contract/history';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@vedette/contract/limits';
import { request } from '../api/request.ts';

type PageAsked = { filter: HistoryFilter; cursor?: string; limit?: number };

export function fetchHistory({ filter, cursor, limit = PAGE_SIZE_DEFAULT }: PageAsked): Promise<AllDetectionsAnswer> {
  const query = new URLSearchParams(filter);
  if (limit > PAGE_SIZE_DEFAULT) query.set('limit', String(Math.min(PAGE_SIZE_MAX, limit)));
  if (cursor) query.set('cursor', cursor);
  return request<AllDetectionsAnswer>(`/detections/all${query.size > 0 ? `?${query}` : ''}`);
}

/** Where the same list can be had as a file. */
export function exportAddress(filter: HistoryFilter): string {
  const query = new URLSearchParams(filter);
  return `/api/detections/export.csv${query.size > 0 ? `?${query}` : ''}`;
}

/** What there is to choose from. */
export function useFacets() {
  return useQuery({
    queryKey: ['detections', 'facets'],
    queryFn: () => request<FacetsAnswer>('/detections/facets'),
    refetchOnMount: 'always',
  });
}
