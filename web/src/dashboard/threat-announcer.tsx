import { useSyncExternalStore } from 'react';
import { useWatch } from '../detections/watch-context.ts';

/** Says aloud what came in. */
export function ThreatAnnouncer() {
  const { arrivals } = useWatch();
  const sentence = useSyncExternalStore(arrivals.subscribe, arrivals.sentence);
  return (
    <p aria-live="assertive" aria-atomic="true" className="sr-only">
      {sentence}
    </p>
  );
}
