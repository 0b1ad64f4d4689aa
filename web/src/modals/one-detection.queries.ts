import { useQuery } from '@tanstack/react-query';
import type { Detection } from '@vedette/contract/detection';
import type { Metrics } from '@vedette/contract/metrics';
import { useState } from 'react';
import { readDetection, readMetrics } from '../api/detection-calls.ts';
import { isRequestError } from '../api/request.ts';
import { useSnapshot } from '../detections/dashboard-store-context.ts';

/** The response is not cached after the modal has closed. */
const FORGET = { gcTime: 0, staleTime: 0 } as const;

export type OneDetection =
  | { state: 'loading' }
  | { state: 'ready'; detection: Detection }
  | { state: 'unknown'; reason: string }
  | { state: 'failed'; reason: string; again: () => void };

/** Reads a detection from the lists, or requests it by its id: a link may name one that is in no list. */
export function useDetection(id: number): OneDetection {
  const listed = useSnapshot(({ threats, recent }) => {
    const isIt = (detection: Detection) => detection.id === id;
    return threats.items.find(isIt) ?? recent.items.find(isIt);
  });
  const [shown, setShown] = useState(listed);
  if (listed && listed !== shown) setShown(listed);
  const query = useQuery({
    queryKey: ['detections', 'one', id],
    queryFn: async () => (await readDetection(id)).detection,
    enabled: listed === undefined,
    ...FORGET,
  });

  if (listed) return { state: 'ready', detection: listed };
  if (query.isError && isRequestError(query.error) && query.error.status === 404) {
    return { state: 'unknown', reason: query.error.message };
  }
  const detection = query.data ?? shown;
  if (detection) return { state: 'ready', detection };
  if (query.isError && !query.isFetching) {
    return { state: 'failed', reason: query.error.message, again: () => void query.refetch() };
  }
  return { state: 'loading' };
}

/** The system metrics that the device sent with the detection. */
export function useMetrics(id: number) {
  return useQuery({ queryKey: ['detections', 'metrics', id], queryFn: () => fetchMetrics(id), ...FORGET });
}

async function fetchMetrics(id: number): Promise<Metrics> {
  const { metrics } = await readMetrics(id);
  if (!metrics) throw new Error('The answer holds no metrics');
  return metrics;
}
