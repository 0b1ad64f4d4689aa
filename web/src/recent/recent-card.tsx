import type { Detection } from '@vedette/contract/detection';
import { memo } from 'react';
import { useTeam } from '../answering/use-team.ts';
import { useMay } from '../api/permissions.ts';
import { describeWeapon } from '../detections/format.ts';
import { FrameThumbnail } from '../frames/frame-thumbnail.tsx';
import { useOpenModal } from '../modals/modals-context.ts';
import { Button } from '../ui/button.tsx';
import { ConfidenceBadge, DetectionNumber, ThreatLevelBadge } from '../view-parts/detection-badges.tsx';
import { DetectionFacts } from '../view-parts/detection-facts.tsx';

type Props = { detection: Detection; onDelete: (detection: Detection) => void };

export const RecentCard = memo(function RecentCard({ detection, onDelete }: Props) {
  const open = useOpenModal();
  const team = useTeam();
  const mayDelete = useMay('detections.delete');
  const heading = `detection-${detection.id}`;
  return (
    <article
      aria-labelledby={heading}
      className="relative flex gap-4 rounded-xl border border-line bg-surface p-3 shadow-card sm:items-center sm:p-4"
    >
      <FrameThumbnail detection={detection} className="aspect-video w-24 shrink-0 rounded-lg self-start sm:w-42" />
      <div className="flex min-w-0 grow flex-col gap-x-6 gap-y-2 md:flex-row md:items-center">
        <div className="min-w-0 md:w-42 lg:w-56">
          <h3 id={heading} className="flex items-center gap-2 font-semibold">
            {/* A click anywhere on the card opens the threat. */}
            <button
              type="button"
              data-opens-threat
              onClick={() => open('threat', detection)}
              className="min-h-7 truncate rounded-sm underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {describeWeapon(detection)}
            </button>
            <DetectionNumber id={detection.id} />
          </h3>
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            <ThreatLevelBadge threat_level={detection.threat_level} />
            <ConfidenceBadge confidence={detection.confidence} />
            {team && <team.AnswerBadge answer={detection.answer} />}
          </p>
        </div>
        <div className="min-w-0 grow">
          <DetectionFacts detection={detection} />
        </div>
        {mayDelete && (
          <Button
            variant="danger-outline"
            size="small"
            className="z-10 self-end md:self-center"
            onClick={() => onDelete(detection)}
          >
            Delete
          </Button>
        )}
      </div>
    </article>
  );
});
