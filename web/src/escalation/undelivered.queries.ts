import { queryOptions } from '@tanstack/react-query';
import type { EscalationStateAnswer } from '@vedette/contract/delivery';
import { request } from '../api/request.ts';

/** Deliveries fail and succeed without an event, too. */
const REFRESH_MS = 15_000;

export const undeliveredAlarms = queryOptions({
  queryKey: ['escalation', 'state'],
  queryFn: async () => (await request<EscalationStateAnswer>('/escalation/state')).undelivered,
  refetchInterval: REFRESH_MS,
});
