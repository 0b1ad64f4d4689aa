import type { Detection } from '@vedette/contract/detection';
import { memo } from 'react';
import { FrameThumbnail } from '../frames/frame-thumbnail.tsx';
import { Button } from '../ui/button.tsx';
import { ConfidenceBadge, DetectionNumber, ThreatLevelBadge } from '../view-parts/detection-badges.tsx';
import { DetectionFacts } from '../view-parts/detection-facts.tsx';

type Props = { detection: Detection; onDelete: (detection: Detection) => void };

export const RecentCard = memo(function RecentCard({ detection, onDelete }: Props) {
  const heading = `detection-${detection.id}`;
  return (
    <article
      aria-labelledby={heading}
      className="flex gap-4 rounded-xl border border-line bg-surface p-3 shadow-card sm:items-center sm:p-4"
    >
      <FrameThumbnail detection={detection} className="h-18 w-24 shrink-0 rounded-lg sm:h-24 sm:w-42" />
      <div className="flex min-w-0 grow flex-col gap-x-6 gap-y-2 md:flex-row md:items-center">
        <div className="min-w-0 md:w-56">
          <h3 id={heading} className="flex items-center gap-2 font-semibold">
            <span className="truncate">{detection.weapon_type}</span>
            <DetectionNumber id={detection.id} />
          </h3>
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            <ThreatLevelBadge threat_level={detection.threat_level} />
            <ConfidenceBadge confidence={detection.confidence} />
          </p>
        </div>
        <div className="min-w-0 grow">
          <DetectionFacts detection={detection} />
        </div>
        <Button
          variant="danger-outline"
          size="small"
          className="self-end md:self-center"
          onClick={() => onDelete(detection)}
        >
          Delete
        </Button>
      </div>
    </article>
  );
});
