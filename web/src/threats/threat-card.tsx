import type { Detection } from '@vedette/contract/detection';
import { memo, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTeam } from '../answering/use-team.ts';
import { useMay } from '../api/permissions.ts';
import { describeWeapon } from '../detections/format.ts';
import { FrameThumbnail } from '../frames/frame-thumbnail.tsx';
import { useOpenModal } from '../modals/modals-context.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { cardHeight, cardTextHeight } from '../view-parts/card-size.ts';
import { ConfidenceBadge, DetectionNumber, ThreatLevelBadge } from '../view-parts/detection-badges.tsx';
import { DetectionFacts } from '../view-parts/detection-facts.tsx';

type Props = {
  detection: Detection;
  /** When it came in while somebody watched, in milliseconds; undefined when it was there before. */
  arrivedAt: number | undefined;
  /** How often its incident was seen, where a card stands for an incident. */
  sightings?: string | undefined;
  onDelete: (detection: Detection) => void;
};

const MARKED_NEW_MS = 30_000;
/** All three stand on one line in the narrowest card. */
const buttonSize = 'px-1.5! text-xs! sm:px-2! sm:text-[0.8125rem]! max-sm:grow';

export const ThreatCard = memo(function ThreatCard({ detection, arrivedAt, sightings, onDelete }: Props) {
  // As it was when the card appeared: a card that is drawn again must not start its highlight anew.
  const [age] = useState(() => (arrivedAt === undefined ? undefined : Date.now() - arrivedAt));
  const open = useOpenModal();
  const team = useTeam();
  const mayDelete = useMay('detections.delete');
  const isTaken = detection.answer?.state === 'acknowledged';
  const isNew = age !== undefined && !isTaken;
  const heading = `detection-${detection.id}`;
  return (
    <article
      aria-labelledby={heading}
      style={isNew ? { animationDelay: `${-age}ms` } : undefined}
      className={classNames(
        // Clipped, not hidden: a focused button must not scroll the card.
        'grid overflow-clip rounded-xl border border-line sm:grid-cols-[auto_minmax(0,1fr)] sm:grid-rows-[minmax(0,1fr)_auto] sm:gap-3 sm:p-3',
        cardHeight,
        isTaken ? 'bg-canvas' : 'bg-surface shadow-card',
        isNew && 'arrived-ring',
      )}
    >
      <div className="relative col-start-1 row-start-1 aspect-video sm:h-full">
        <FrameThumbnail key={detection.id} detection={detection} className="size-full sm:rounded-lg" />
        {isNew && <NewMark forMs={MARKED_NEW_MS - age} />}
        {/* A click anywhere on the picture shows the frame; View Frame does the same for the keyboard. */}
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => open('frame', detection)}
          className="absolute inset-0"
        />
        {team && detection.answer && <team.AnswerBand answer={detection.answer} />}
      </div>
      <Button
        variant="outline"
        size="small"
        className={`${buttonSize} z-10 col-start-1 row-start-1 m-2 self-end justify-self-end sm:row-start-2 sm:m-0 sm:justify-self-start`}
        onClick={() => open('frame', detection)}
      >
        View Frame
      </Button>
      <div className={classNames('flex min-w-0 flex-col p-3.5 sm:contents', cardTextHeight)}>
        <div className="min-w-0 sm:col-start-2 sm:row-start-1">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h3 id={heading} className="flex min-w-0 items-center gap-2 text-lg font-semibold tracking-tight">
              <span className="truncate">{describeWeapon(detection)}</span>
              {sightings === undefined && <DetectionNumber id={detection.id} />}
            </h3>
            {sightings !== undefined && detection.incident_id !== undefined && (
              <Link
                to={`/incidents/${detection.incident_id}`}
                className="text-sm text-accent-ink tabular-nums hover:underline"
              >
                {sightings}
              </Link>
            )}
            <p className="flex gap-1.5">
              <ThreatLevelBadge threat_level={detection.threat_level} />
              <ConfidenceBadge confidence={detection.confidence} />
            </p>
          </div>
          <div className="mt-2">
            <DetectionFacts detection={detection} />
          </div>
        </div>
        <div className="mt-auto flex justify-end gap-1.5 sm:col-span-full sm:row-start-2 sm:justify-self-end">
          <Button size="small" data-opens-threat className={buttonSize} onClick={() => open('threat', detection)}>
            Expand Threat
          </Button>
          <Button variant="outline" size="small" className={buttonSize} onClick={() => open('metrics', detection)}>
            System Metrics
          </Button>
          {mayDelete && (
            <Button variant="danger-outline" size="small" className={buttonSize} onClick={() => onDelete(detection)}>
              Delete Threat
            </Button>
          )}
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
      <Badge tone="threat" className="absolute top-2 left-2 h-7 shadow-card">
        New
      </Badge>
    )
  );
}
