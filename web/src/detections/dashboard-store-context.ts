import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { DashboardStore } from './dashboard-store.ts';
import { dashboardKey } from './detections.queries.ts';
import type { Snapshot } from './snapshot.ts';

export const DashboardStoreContext = createContext<DashboardStore | null>(null);

export function useDashboardStore(): DashboardStore {
  const store = useContext(DashboardStoreContext);
  if (!store) throw new Error('No dashboard store here');
  return store;
}

/** A part of the snapshot; undefined until the first load. */
export function useSnapshot<T>(select: (snapshot: Snapshot) => T): T | undefined {
  const store = useDashboardStore();
  return useQuery({ ...loadOnce(store), select }).data;
}

/** The state of loading. Live events do not render it again. */
export function useLoading(): { failed: boolean; failedAt: number; fetching: boolean; reason: string } {
  const store = useDashboardStore();
  const query = useQuery({ ...loadOnce(store), select: hasLoaded });
  return {
    failed: query.isError && query.data === undefined,
    failedAt: query.errorUpdatedAt,
    fetching: query.isFetching,
    reason: query.error?.message ?? '',
  };
}

/** The first reader loads it. After a failure only the page, the refresh and the buttons load again, not every reader. */
function loadOnce({ load }: DashboardStore) {
  return { queryKey: dashboardKey, queryFn: load, retryOnMount: false, refetchOnMount: false };
}

const hasLoaded = () => true;
