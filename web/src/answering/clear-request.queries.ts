import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClearRequestAnswer } from '@vedette/contract/clear-request';
import { request } from '../api/request.ts';

const PATH = '/detections/clear-request';
const KEY = ['clear-request'];
const POLL_MS = 10_000;

/** Read again only where the site's policy demands two people. */
export const clearRequest = queryOptions({
  queryKey: KEY,
  queryFn: () => request<ClearRequestAnswer>(PATH),
  refetchInterval: ({ state }) => (state.data?.needed === false ? false : POLL_MS),
});

export function useAnswerClearRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: 'agree' | 'withdraw') =>
      answer === 'agree' ? request('/detections/all', { method: 'DELETE' }) : request(PATH, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
