import type { Answer } from '@vedette/contract/answer';
import { useEffect, useState } from 'react';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';

/** The answer of an incident: as it was loaded, until an event changes it. */
export function useAnswer(incidentId: number, loaded: Answer | undefined): Answer | undefined {
  const store = useDashboardStore();
  const [known, setKnown] = useState({ loaded, answer: loaded });
  if (known.loaded !== loaded) setKnown({ loaded, answer: loaded });
  useEffect(
    () =>
      store.subscribe((events) => {
        for (const event of events) {
          if (event.type !== 'incident.answered' || event.data.incident_id !== incidentId) continue;
          const answer = event.data;
          setKnown((before) => ({ ...before, answer }));
        }
      }),
    [store, incidentId],
  );
  return known.answer;
}
