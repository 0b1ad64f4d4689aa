import { queryOptions } from '@tanstack/react-query';
import type { EscalationStateAnswer } from '@vedette/contract/delivery';
import { request } from '../api/request.ts';

/** Deliveries fail and succeed without an event, too. */
const REFRESH_MS = 15_000;

export const escalationState = queryOptions({
  queryKey: ['escalation', 'state'],
  queryFn: () => request<EscalationStateAnswer>('/escalation/state'),
  refetchInterval: REFRESH_MS,
  refetchOnMount: 'always',
});
