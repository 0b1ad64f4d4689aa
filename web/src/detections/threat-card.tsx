import type { Detection } from '@vedette/contract/detection';
import { memo, useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { cardHeight } from './card-size.ts';
import { ConfidenceBadge, ThreatLevelBadge } from './detection-badges.tsx';
import { DetectionFacts } from './detection-facts.tsx';
import { FrameThumbnail } from './frame-thumbnail.tsx';

type Props = {
  detection: Detection;
  /** When it came in while somebody watched, in milliseconds; undefined when it was there before. */
  arrivedAt: number | undefined;
  onDelete: (detection: Detection) => void;
};

export const ThreatCard = memo(function ThreatCard({ detection, arrivedAt, onDelete }: Props) {
  // As it was when the card appeared: a card that is drawn again must not start its highlight anew.
  const [age] = useState(() => (arrivedAt === undefined ? undefined : Date.now() - arrivedAt));
  const isNew = age !== undefined;
  const heading = `detection-${detection.id}`;
  return (
    <article
      aria-labelledby={heading}
      style={isNew ? { animationDelay: `${-age}ms` } : undefined}
      className={classNames(
        'flex flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-card sm:flex-row',
        cardHeight,
        isNew && 'arrived-ring',
      )}
    >
      <FrameThumbnail detection={detection} className="h-48 shrink-0 sm:h-auto sm:w-[46%]" />
      <div className="flex min-w-0 grow flex-col p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <h3 id={heading} className="flex min-w-0 items-center gap-2 text-lg font-semibold tracking-tight">
            <span className="truncate">{detection.weapon_type}</span>
            {isNew && (
              <span className="arrived-mark" style={{ animationDelay: `${-age}ms` }}>
                <Badge tone="threat">New</Badge>
              </span>
            )}
          </h3>
          <p className="flex gap-1.5">
            <ThreatLevelBadge threat_level={detection.threat_level} />
            <ConfidenceBadge confidence={detection.confidence} />
          </p>
        </div>
        <div className="mt-3 mb-4">
          <DetectionFacts detection={detection} />
        </div>
        <div className="mt-auto flex justify-end">
          <Button variant="danger-outline" size="small" onClick={() => onDelete(detection)}>
            Delete Threat
          </Button>
        </div>
      </div>
    </article>
  );
});
