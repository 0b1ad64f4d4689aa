import type { ReactNode } from 'react';
import { useTeam } from '../answering/use-team.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { Badge } from '../ui/badge.tsx';

type Props = { id: number; gone: boolean; children: ReactNode };

/** A card's place in a list. It is kept after somebody else has deleted the detection, or closed its incident, while the order is held. */
export function CardPlace({ id, gone, children }: Props) {
  const { isGone } = useDashboardStore();
  const team = useTeam();
  return (
    <div data-detection={id} className="relative">
      <div inert={gone} style={gone ? { opacity: 0.5 } : undefined}>
        {children}
      </div>
      {gone && (
        <Badge tone="neutral" className="absolute top-2 left-2 h-7">
          {team && !isGone(id) ? 'Closed' : 'Deleted'}
        </Badge>
      )}
    </div>
  );
}
