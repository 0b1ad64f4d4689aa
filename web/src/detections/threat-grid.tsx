import type { Detection } from '@vedette/contract/detection';
import { ThreatCard } from './threat-card.tsx';
import { VirtualThreatGrid } from './virtual-threat-grid.tsx';
import { useWatch } from './watch-context.ts';

/** From here on only the cards near the screen are drawn: in a flood a whole list at once is more than a frame can take. */
const VIRTUAL_FROM = 24;

export type ThreatGridProps = { threats: readonly Detection[]; onDelete: (detection: Detection) => void };

export function ThreatGrid({ threats, onDelete }: ThreatGridProps) {
  const { arrivals } = useWatch();
  if (threats.length >= VIRTUAL_FROM) return <VirtualThreatGrid threats={threats} onDelete={onDelete} />;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {threats.map((detection) => (
        <ThreatCard
          key={detection.id}
          detection={detection}
          arrivedAt={arrivals.cameAt(detection.id)}
          onDelete={onDelete}
        />
      ))}
    </div>
  );
}
