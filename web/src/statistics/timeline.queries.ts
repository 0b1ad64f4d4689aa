import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TimelineAnswer, TimelineRange } from '@vedette/contract/timeline';
import { useEffect } from 'react';
import { refetchAfterChange } from '../api/refetch-after-change.ts';
import { request } from '../api/request.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { withDetections } from './timeline.ts';

/** The time range moves on with the clock, so the data is fetched again after this time. */
const RENEW_MS = 20_000;
/** Events cause at most one request in this time. */
const SETTLE_MS = 1_500;

/** Detections over time: every event updates the counts, and a request shortly after corrects them. */
export function useTimeline(range: TimelineRange) {
  const store = useDashboardStore();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['detections', 'timeline', range],
    queryFn: () => request<TimelineAnswer>(`/detections/timeline?range=${range}`),
    refetchOnMount: 'always',
    refetchInterval: RENEW_MS,
  });

  useEffect(() => {
    const key = ['detections', 'timeline', range];
    let due: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      due = undefined;
      void refetchAfterChange(client, key);
    };
    const stop = store.subscribe((events) => {
      if (events.length === 0) return;
      due ??= setTimeout(renew, SETTLE_MS);
      const created = events.flatMap((event) => (event.type === 'detection.created' ? [event.data] : []));
      if (created.length === 0) return;
      client.setQueryData<TimelineAnswer>(key, (answer) => answer && withDetections(answer, created));
    });
    return () => {
      stop();
      clearTimeout(due);
    };
  }, [client, range, store]);

  return query;
}
