import type { Detection } from '@vedette/contract/detection';
import { memo, useEffect, useState } from 'react';
import { FrameThumbnail } from '../frames/frame-thumbnail.tsx';
import { useOpenModal } from '../modals/modals-context.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { cardHeight } from '../view-parts/card-size.ts';
import { ConfidenceBadge, DetectionNumber, ThreatLevelBadge } from '../view-parts/detection-badges.tsx';
import { DetectionFacts } from '../view-parts/detection-facts.tsx';

type Props = {
  detection: Detection;
  /** When it came in while somebody watched, in milliseconds; undefined when it was there before. */
  arrivedAt: number | undefined;
  onDelete: (detection: Detection) => void;
};

const MARKED_NEW_MS = 30_000;
/** Two of them stand side by side in the narrowest card. */
const buttonSize = 'px-2! text-[0.8125rem]! max-sm:grow';

export const ThreatCard = memo(function ThreatCard({ detection, arrivedAt, onDelete }: Props) {
  // As it was when the card appeared: a card that is drawn again must not start its highlight anew.
  const [age] = useState(() => (arrivedAt === undefined ? undefined : Date.now() - arrivedAt));
  const open = useOpenModal();
  const isNew = age !== undefined;
  const heading = `detection-${detection.id}`;
  return (
    <article
      aria-labelledby={heading}
      style={isNew ? { animationDelay: `${-age}ms` } : undefined}
      className={classNames(
        'flex flex-col gap-4 overflow-hidden rounded-xl border border-line bg-surface p-3.5 shadow-card sm:flex-row sm:p-4',
        cardHeight,
        isNew && 'arrived-ring',
      )}
    >
      <div className="relative h-46 shrink-0 sm:aspect-video sm:h-auto sm:max-h-full sm:w-[52%] sm:self-center lg:w-[44%] xl:w-[52%]">
        <FrameThumbnail detection={detection} className="size-full rounded-lg" />
        <div className="absolute inset-0 flex items-end justify-end gap-2 p-2">
          {isNew && <NewMark forMs={MARKED_NEW_MS - age} />}
          {/* A click anywhere on the picture is meant, too. */}
          <button
            type="button"
            onClick={() => open('frame', detection)}
            className="h-7 rounded-md bg-black px-2.5 text-xs font-medium text-white after:absolute after:inset-0 hover:underline"
          >
            View Frame
          </button>
        </div>
      </div>
      <div className="flex min-w-0 grow flex-col">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <h3 id={heading} className="flex min-w-0 items-center gap-2 text-lg font-semibold tracking-tight">
            <span className="truncate">{detection.weapon_type}</span>
            <DetectionNumber id={detection.id} />
          </h3>
          <p className="flex gap-1.5">
            <ThreatLevelBadge threat_level={detection.threat_level} />
            <ConfidenceBadge confidence={detection.confidence} />
          </p>
        </div>
        <div className="mt-3 mb-1">
          <DetectionFacts detection={detection} />
        </div>
        <div className="mt-auto flex flex-wrap justify-end gap-2">
          <Button
            variant="outline"
            size="small"
            className={`${buttonSize} text-accent!`}
            onClick={() => open('threat', detection)}
          >
            Expand Threat
          </Button>
          <Button variant="outline" size="small" className={buttonSize} onClick={() => open('metrics', detection)}>
            System Metrics
          </Button>
          <Button variant="danger-outline" size="small" className={buttonSize} onClick={() => onDelete(detection)}>
            Delete Threat
          </Button>
        </div>
      </div>
    </article>
  );
});

function NewMark({ forMs }: { forMs: number }) {
  const [shown, setShown] = useState(forMs > 0);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), forMs);
    return () => clearTimeout(timer);
  }, [forMs]);
  return (
    shown && (
      <Badge tone="threat" className="h-7 shadow-card">
        New
      </Badge>
    )
  );
}
