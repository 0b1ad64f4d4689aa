import type { IncidentEscalated } from '@vedette/contract/stream-event';
import type { LiveEvent } from '../live/live-event.ts';

/** The latest rung for screens of each incident that nobody has answered since, in order. */
export function openEscalations(
  before: readonly IncidentEscalated[],
  events: readonly LiveEvent[],
): readonly IncidentEscalated[] {
  return events.reduce((open, event) => {
    const others = (id: number) => open.filter(({ incident_id }) => incident_id !== id);
    switch (event.type) {
      case 'incident.escalated': {
        const isShown = open.some(({ incident_id }) => incident_id === event.data.incident_id);
        // A later rung of another kind says how long it has been unanswered.
        return event.data.kinds.includes('screens') || isShown ? [...others(event.data.incident_id), event.data] : open;
      }
      case 'incident.answered':
        return event.data.state === 'open' ? open : others(event.data.incident_id);
      case 'incident.merged':
        return others(event.data.id);
      case 'detections.cleared':
        return [];
      default:
        return open;
    }
  }, before);
}
