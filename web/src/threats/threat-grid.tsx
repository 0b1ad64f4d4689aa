import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { ThreatCard } from './threat-card.tsx';
import { type ThreatGridProps, VirtualThreatGrid } from './virtual-threat-grid.tsx';

/** From this many threats on only the cards near the screen are rendered: a whole list takes longer than a frame. */
const VIRTUAL_FROM = 24;

export function ThreatGrid({ threats, onDelete }: ThreatGridProps) {
  const { arrivals } = useDashboardStore();
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
