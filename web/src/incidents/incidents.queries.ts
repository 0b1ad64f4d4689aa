import { infiniteQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeliveriesAnswer } from '@vedette/contract/delivery';
import type { IncidentAnswer } from '@vedette/contract/incident';
import { useEffect } from 'react';
import { refetchAfterChange } from '../api/refetch-after-change.ts';
import { isRequestError, request } from '../api/request.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import type { LiveEvent } from '../live/live-event.ts';

/** After events an incident is loaded at most once in this time. */
const SETTLE_MS = 500;
const ON_ITS_WAY_MS = 2_000;

const keyOf = (id: number) => ['incidents', id];

/** An incident with its detections, newest first, page by page; a first page of null means that there is none. */
export function oneIncident(id: number) {
  return infiniteQueryOptions({
    queryKey: keyOf(id),
    queryFn: ({ pageParam }) => readIncident(id, pageParam),
    initialPageParam: '',
    getNextPageParam: (last) => last?.next_cursor ?? undefined,
    refetchOnMount: 'always',
  });
}

async function readIncident(id: number, cursor: string): Promise<IncidentAnswer | null> {
  try {
    return await request<IncidentAnswer>(`/incidents/${id}${cursor && `?cursor=${cursor}`}`);
  } catch (error) {
    if (isRequestError(error) && error.status === 404) return null;
    throw error;
  }
}

/** Whom the server has told of it, outside; with TEAM only. While one is on its way, they are loaded again. */
export function useDeliveries(id: number, { enabled }: { enabled: boolean }) {
  const { data } = useQuery({
    queryKey: [...keyOf(id), 'deliveries'],
    queryFn: () => request<DeliveriesAnswer>(`/incidents/${id}/deliveries`),
    enabled,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some((delivery) => delivery.state === 'asked') ? ON_ITS_WAY_MS : false,
  });
  return data?.deliveries;
}

/** Loads the incident again after events that may concern it. */
export function useIncidentEvents(id: number) {
  const store = useDashboardStore();
  const client = useQueryClient();
  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe((events) => {
      if (!events.some((event) => concerns(event, id))) return;
      due ??= setTimeout(() => {
        due = undefined;
        void refetchAfterChange(client, keyOf(id));
      }, SETTLE_MS);
    });
    return () => {
      stop();
      clearTimeout(due);
    };
  }, [client, id, store]);
}

function concerns(event: LiveEvent, id: number): boolean {
  const isOfOne = event.type === 'detection.created' || event.type === 'incident.answered';
  return !isOfOne || event.data.incident_id === id;
}
