import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Drill, DrillAnswer, DrillsAnswer } from '@vedette/contract/drill';
import { useEffect } from 'react';
import { refetchAfterChange } from '../api/refetch-after-change.ts';
import { request } from '../api/request.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import type { LiveEvent } from '../live/live-event.ts';

const KEY = ['drills'];

/** The drills of all devices. */
export function useDrills() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => request<DrillsAnswer>('/drills'),
    refetchOnMount: 'always',
  });
}

/** Keeps the drills as the live events say. One component of a page calls it. */
export function useDrillEvents() {
  const { subscribe } = useDashboardStore();
  const client = useQueryClient();
  useEffect(
    () =>
      subscribe((events) => {
        const drills = drillsOf(events);
        const known = client.getQueryData<DrillsAnswer>(KEY)?.devices.map(({ device_id }) => device_id);
        const isUnknown = drills.some(({ device_id }) => !known?.includes(device_id));
        // A load that is running may have begun before them.
        const isLoading = drills.length > 0 && client.isFetching({ queryKey: KEY }) > 0;
        client.setQueryData<DrillsAnswer>(KEY, (before) => before && drills.reduce(withDrill, before));
        const mayHaveMissedEvents = events.some(({ type }) => type === 'reset');
        // The schedules of unknown devices are not in the events.
        if (mayHaveMissedEvents || isUnknown || isLoading) void refetchAfterChange(client, KEY);
      }),
    [client, subscribe],
  );
}

/** @param onSent called with each new drill */
export function useSentDrills(onSent: (drill: Drill) => void) {
  const { subscribe } = useDashboardStore();
  useEffect(
    () =>
      subscribe((events) => {
        for (const drill of drillsOf(events)) if (drill.painted_at === null && !drill.missed) onSent(drill);
      }),
    [subscribe, onSent],
  );
}

function drillsOf(events: readonly LiveEvent[]): Drill[] {
  return events.flatMap((event) => (event.type === 'drill' ? [event.data] : []));
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
