import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BreakdownAnswer } from '@vedette/contract/breakdown';
import { useEffect } from 'react';
import { refetchAfterChange } from '../api/refetch-after-change.ts';
import { request } from '../api/request.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';

const key = ['detections', 'breakdown'];
/** The last 24 hours move on with the clock, so the data is fetched again after this time. */
const RENEW_MS = 20_000;
/** Events cause at most one request in this time. */
const SETTLE_MS = 1_500;

/** Counts by device, location, hour and level, fetched from the server shortly after every event. */
export function useBreakdown() {
  const store = useDashboardStore();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: () => request<BreakdownAnswer>('/detections/breakdown'),
    refetchOnMount: 'always',
    refetchInterval: RENEW_MS,
  });

  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe((events) => {
      if (events.length === 0) return;
      due ??= setTimeout(() => {
        due = undefined;
        void refetchAfterChange(client, key);
      }, SETTLE_MS);
    });
    return () => {
      stop();
      clearTimeout(due);
    };
  }, [client, store]);

  return query;
}
