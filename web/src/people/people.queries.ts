import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChangedPerson, EndedSessionsAnswer, PeopleAnswer, PersonAnswer } from '@vedette/contract/person';
import { request } from '../api/request.ts';

const KEY = ['people'];

export const peopleList = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'list', search],
    queryFn: ({ pageParam }) =>
      request<PeopleAnswer>(`/people?${new URLSearchParams({ search, ...(pageParam && { after: pageParam }) })}`),
    initialPageParam: '',
    getNextPageParam: ({ next }: PeopleAnswer) => next,
    refetchOnMount: 'always',
  });

export const accessOf = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => request<PersonAnswer>(addressOf(id)),
    refetchOnMount: 'always',
  });

const addressOf = (id: string) => `/people/${encodeURIComponent(id)}`;

export function useChangePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: ChangedPerson }) =>
      request<PersonAnswer>(addressOf(id), { method: 'PATCH', body: change }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useResetSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<PersonAnswer>(`${addressOf(id)}/second-factor`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, session }: { id: string; session?: string }) => {
      const one = session === undefined ? '' : `/${encodeURIComponent(session)}`;
      return request<EndedSessionsAnswer>(`${addressOf(id)}/sessions${one}`, { method: 'DELETE' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useRevokeTokenOf(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) =>
      request(`${addressOf(id)}/tokens/${encodeURIComponent(token)}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
