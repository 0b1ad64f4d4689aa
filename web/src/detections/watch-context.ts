import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Watch } from './detections.live.ts';
import { dashboardKey } from './detections.queries.ts';
import type { Snapshot } from './snapshot.ts';

export const WatchContext = createContext<Watch | null>(null);

export function useWatch(): Watch {
  const watch = useContext(WatchContext);
  if (!watch) throw new Error('Nobody is on watch here');
  return watch;
}

/** A part of what the dashboard shows; undefined until it was loaded once. */
export function useSnapshot<T>(select: (snapshot: Snapshot) => T): T | undefined {
  const watch = useWatch();
  return useQuery({ ...loadOnce(watch), select }).data;
}

/** How loading goes. Arrivals on the stream do not render this again. */
export function useLoading(): { failed: boolean; failedAt: number; fetching: boolean; reason: string } {
  const watch = useWatch();
  const query = useQuery({ ...loadOnce(watch), select: hasLoaded });
  return {
    failed: query.isError && query.data === undefined,
    failedAt: query.errorUpdatedAt,
    fetching: query.isFetching,
    reason: query.error?.message ?? '',
  };
}

/** Whoever looks first loads it. After a failure only the page, the refresh and the buttons ask again, not every part that comes to look. */
function loadOnce({ load }: Watch) {
  return { queryKey: dashboardKey, queryFn: load, retryOnMount: false };
}

const hasLoaded = () => true;
