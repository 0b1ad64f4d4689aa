import { useMutation, useQuery } from '@tanstack/react-query';
import type { HandoverAnswer, HandoverMail } from '@vedette/contract/handover';
import { request } from '../api/request.ts';

export type Span = { from: string; to: string };

export function useHandover({ from, to }: Span) {
  return useQuery({
    queryKey: ['handover', from, to],
    queryFn: () => request<HandoverAnswer>(`/handover?${new URLSearchParams({ from, to })}`),
    refetchOnMount: 'always',
    retry: false,
  });
}

export function useHandoverMail() {
  return useMutation({
    mutationFn: (mail: HandoverMail) => request<unknown>('/handover/mail', { method: 'POST', body: mail }),
  });
}
