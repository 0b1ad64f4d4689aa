import type { Detection } from '@vedette/contract/detection';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { type IncidentGroup, incidentKey } from '../detections/incident-groups.ts';
import { formatCount } from '../ui/format-count.ts';
import { ThreatCard } from './threat-card.tsx';

type Props = {
  detection: Detection;
  /** Null when each detection has a card of its own. */
  groups: ReadonlyMap<string, IncidentGroup> | null;
  onDelete: (detection: Detection) => void;
};

/** A detection, or with groups the latest one of its incident, which is new when its first one is. */
export function GroupedThreatCard({ detection, groups, onDelete }: Props) {
  const { arrivals } = useDashboardStore();
  const group = groups?.get(incidentKey(detection));
  return (
    <ThreatCard
      detection={detection}
      arrivedAt={arrivals.cameAt((group?.first ?? detection).id)}
      sightings={group && describeSightings(group)}
      onDelete={onDelete}
    />
  );
}

function describeSightings({ sightings, more }: IncidentGroup): string {
  const count = `${formatCount(sightings)}${more ? '+' : ''}`;
  return `${count} sighting${sightings === 1 && !more ? '' : 's'}`;
}
