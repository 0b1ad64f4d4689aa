import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InvitationsAnswer, InvitedAnswer, NewInvitation } from '@vedette/contract/invitation';
import { request } from '../api/request.ts';

const PATH = '/people/invitations';
const KEY = ['invitations'];

export const openInvitations = queryOptions({
  queryKey: KEY,
  queryFn: async () => (await request<InvitationsAnswer>(PATH)).invitations,
  refetchOnMount: 'always',
});

export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewInvitation) => request<InvitedAnswer>(PATH, { method: 'POST', body }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useWithdrawInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(`${PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
