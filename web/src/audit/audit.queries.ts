import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { AuditAnswer } from '@vedette/contract/audit';
import type { PeopleAnswer } from '@vedette/contract/person';
import { request } from '../api/request.ts';
import { type ChosenFilter, requestOf } from './audit-filter.ts';

export const useAuditLog = (filter: ChosenFilter) =>
  useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) => {
      const query = requestOf(filter);
      if (pageParam !== '') query.set('cursor', pageParam);
      return request<AuditAnswer>(`/audit${query.size > 0 ? `?${query}` : ''}`);
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }: AuditAnswer) => next_cursor,
    refetchOnMount: 'always',
  });

/** People whose address or name contains this text, to choose from. */
export const peopleLike = (search: string) =>
  queryOptions({
    queryKey: ['audit', 'people', search],
    queryFn: async () => (await request<PeopleAnswer>(`/people?${new URLSearchParams({ search })}`)).people,
    placeholderData: (previous) => previous,
  });

/** The address of the log's export. */
export function exportAddress(format: 'csv' | 'jsonl', filter: ChosenFilter): string {
  const query = requestOf(filter);
  return `/api/audit/export.${format}${query.size > 0 ? `?${query}` : ''}`;
}
