import { useSyncExternalStore } from 'react';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';

/** Announces new threats to screen readers. */
export function ThreatAnnouncer() {
  const { arrivals } = useDashboardStore();
  const sentence = useSyncExternalStore(arrivals.subscribe, arrivals.sentence);
  return (
    <p aria-live="assertive" aria-atomic="true" className="sr-only">
      {sentence}
    </p>
  );
}
