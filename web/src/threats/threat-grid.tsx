import { incidentKey } from '../detections/incident-groups.ts';
import { useListOnScreen } from '../modals/modals-context.ts';
import { CardPlace } from '../view-parts/card-place.tsx';
import { GroupedThreatCard } from './grouped-threat-card.tsx';
import { type ThreatGridProps, VirtualThreatGrid } from './virtual-threat-grid.tsx';

/** From this many threats on only the cards near the screen are rendered: a whole list takes longer than a frame. */
const VIRTUAL_FROM = 24;

export function ThreatGrid(props: ThreatGridProps) {
  return props.order.shown.length >= VIRTUAL_FROM ? <VirtualThreatGrid {...props} /> : <WholeThreatGrid {...props} />;
}

function WholeThreatGrid({ order: { shown, gone }, groups, onDelete, onLoadOlder }: ThreatGridProps) {
  useListOnScreen({ shown, loadOlder: onLoadOlder });
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {shown.map((detection) => (
        <CardPlace
          key={groups === null ? detection.id : incidentKey(detection)}
          id={detection.id}
          gone={gone.has(detection.id)}
        >
          <GroupedThreatCard detection={detection} groups={groups} onDelete={onDelete} />
        </CardPlace>
      ))}
    </div>
  );
}
