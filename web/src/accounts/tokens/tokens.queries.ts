import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiTokenListAnswer, NewApiToken, NewApiTokenAnswer } from '@vedette/contract/api-token';
import { request } from '../../api/request.ts';

const KEY = ['api-tokens'];

export const ownTokens = queryOptions({
  queryKey: KEY,
  queryFn: async () => (await request<ApiTokenListAnswer>('/auth/tokens')).tokens,
  refetchOnMount: 'always',
});

export function useMakeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiToken) => request<NewApiTokenAnswer>('/auth/tokens', { method: 'POST', body }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(`/auth/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
