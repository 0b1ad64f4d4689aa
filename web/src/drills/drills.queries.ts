import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Drill, DrillAnswer, DrillsAnswer } from '@vedette/contract/drill';
import { useEffect } from 'react';
import { refetchAfterChange } from '../api/refetch-after-change.ts';
import { request } from '../api/request.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';

const KEY = ['drills'];

/** The drills of all devices, changed by live events. `onSent` is called with each new one. */
export function useDrills(onSent?: (drill: Drill) => void) {
  const store = useDashboardStore();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => request<DrillsAnswer>('/drills'),
    refetchOnMount: 'always',
  });
  useEffect(
    () =>
      store.subscribe((events) => {
        // Events may have been missed.
        if (events.some(({ type }) => type === 'reset')) void refetchAfterChange(client, KEY);
        for (const event of events) {
          if (event.type !== 'drill') continue;
          const known = client.getQueryData<DrillsAnswer>(KEY)?.devices;
          // Its schedule is not known here.
          if (!known?.some(({ device_id }) => device_id === event.data.device_id)) {
            void refetchAfterChange(client, KEY);
          }
          if (event.data.painted_at === null && !event.data.missed) onSent?.(event.data);
          client.setQueryData<DrillsAnswer>(KEY, (before) => before && withDrill(before, event.data));
        }
      }),
    [client, store, onSent],
  );
  return query;
}

/** @returns the answer after an event */
export function withDrill(answer: DrillsAnswer, drill: Drill): DrillsAnswer {
  const known = answer.devices.find(({ device_id }) => device_id === drill.device_id);
  const before = known ?? {
    device_id: drill.device_id,
    device: drill.device,
    every_s: 0,
    last: null,
    last_proven_at: null,
  };
  const isNewest = before.last === null || before.last.id <= drill.id;
  const after = {
    ...before,
    last: isNewest ? drill : before.last,
    last_proven_at: latest(before.last_proven_at, drill.painted_at),
  };
  return {
    ...answer,
    last_proven_at: latest(answer.last_proven_at, drill.painted_at),
    devices: [...answer.devices.filter((device) => device !== known), after],
  };
}

function latest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

export function confirmPainted(id: number): Promise<unknown> {
  return request(`/drills/${id}/painted`, { method: 'POST', body: {} });
}

export function useRunDrill(deviceId: string) {
  return useMutation({
    mutationFn: () => request<DrillAnswer>(`/devices/${deviceId}/drills`, { method: 'POST', body: {} }),
  });
}

export function useScheduleDrills(deviceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (every_s: number) =>
      request<unknown>(`/devices/${deviceId}/drills`, { method: 'PUT', body: { every_s } }),
    onSuccess: () => client.refetchQueries({ queryKey: KEY }),
  });
}
