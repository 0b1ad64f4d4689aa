import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  ChangedPolicy,
  DeliveriesAnswer,
  DeliveryAnswer,
  DutyAnswer,
  PolicyAnswer,
} from '@vedette/contract/delivery';
import type { DeviceListAnswer } from '@vedette/contract/device';
import type { Receiver } from '@vedette/contract/escalation';
import { request } from '../api/request.ts';

/** Answers at other screens, and deliveries that fail without an event. */
const REFRESH_MS = 15_000;

export const policyInForce = queryOptions({
  queryKey: ['escalation', 'policy'],
  queryFn: () => request<PolicyAnswer>('/escalation/policy'),
  // What is being edited does not change under the hand; saving says when somebody else was faster.
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: 'always',
});

export const deviceNames = queryOptions({
  queryKey: ['escalation', 'devices'],
  queryFn: async () => (await request<DeviceListAnswer>('/devices')).devices,
});

export const failedDeliveries = queryOptions({
  queryKey: ['escalation', 'failed'],
  queryFn: async () => (await request<DeliveriesAnswer>('/deliveries?state=failed')).deliveries,
  refetchInterval: REFRESH_MS,
  refetchOnMount: 'always',
});

export const duty = queryOptions({
  queryKey: ['duty'],
  queryFn: () => request<DutyAnswer>('/duty'),
  refetchInterval: REFRESH_MS,
  refetchOnMount: 'always',
});

export function useSavePolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ChangedPolicy) => request<PolicyAnswer>('/escalation/policy', { method: 'PUT', body: change }),
    onSuccess: (answer) => client.setQueryData(policyInForce.queryKey, answer),
  });
}

export function useRetry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request<DeliveryAnswer>(`/deliveries/${id}/retry`, { method: 'POST' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['escalation'] }),
  });
}

export function useDutySwitch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) => request<DutyAnswer>('/duty', { method: 'PUT', body: { on } }),
    onSuccess: (answer) => client.setQueryData(duty.queryKey, answer),
  });
}

const POLL_MS = 500;
const POLLS = 24;

/** Sends a test, and resolves with its deliveries when all have ended, or after a while. */
export async function sendTest(receiver: Receiver): Promise<DeliveriesAnswer['deliveries']> {
  const { deliveries } = await request<DeliveriesAnswer>('/escalation/tests', { method: 'POST', body: { receiver } });
  const read = async (id: number) => (await request<DeliveryAnswer>(`/deliveries/${id}`)).delivery;
  let latest = deliveries;
  for (let poll = 0; poll < POLLS; poll += 1) {
    // A first attempt that failed is tried again for minutes, which nobody waits for here.
    if (latest.every(({ state, error }) => state !== 'asked' || error !== null)) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    latest = await Promise.all(latest.map(({ id }) => read(id)));
  }
  return latest;
}
