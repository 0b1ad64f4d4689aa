import { IconTrash } from '@tabler/icons-react';
import type { Detection } from '@vedette/contract/detection';
import { memo } from 'react';
import { useTeam } from '../answering/use-team.ts';
import { useMay } from '../api/permissions.ts';
import { describePlace, describeWeapon } from '../detections/format.ts';
import { FrameThumbnail } from '../frames/frame-thumbnail.tsx';
import { useOpenModal } from '../modals/modals-context.ts';
import { formatTime } from '../ui/moment.ts';
import { ConfidenceBadge, DetectionNumber, ThreatLevelBadge } from '../view-parts/detection-badges.tsx';

type Props = {
  detection: Detection;
  /** The position in the list, starting at 1. */
  place: number;
  /** The length of the list; -1 while it is unknown. */
  length: number;
  onDelete: (detection: Detection) => void;
};

/** All rows have the same height, so that a long list needs no measuring: see `useRowHeight`. */
export const HistoryRow = memo(function HistoryRow({ detection, place, length, onDelete }: Props) {
  const open = useOpenModal();
  const team = useTeam();
  const mayDelete = useMay('detections.delete');
  const { id, threat_level, confidence, device, timestamp } = detection;
  const heading = `detection-${id}`;
  return (
    <article
      aria-labelledby={heading}
      aria-posinset={place}
      aria-setsize={length}
      className="flex h-28 items-center gap-3 border-b border-line px-3 sm:gap-4 sm:px-4 lg:h-18"
    >
      <div className="w-24 shrink-0 lg:w-25">
        <FrameThumbnail
          detection={detection}
          className="aspect-video w-full rounded-md text-[0.6875rem] [&_svg]:size-4"
        />
        {/* Beside it there is no room for a further line. */}
        {team && detection.answer && (
          <p className="text-xs text-muted sm:hidden">{team.describeState(detection.answer)}</p>
        )}
      </div>
      <div className="grid min-w-0 grow gap-x-6 gap-y-1 text-sm lg:grid-cols-[13rem_11rem_minmax(0,1fr)_12rem] lg:items-center">
        <h3 id={heading} className="flex min-w-0 items-center gap-2 font-semibold">
          <button
            type="button"
            data-opens-threat
            onClick={() => open('threat', detection)}
            className="min-h-7 truncate rounded-sm underline-offset-4 hover:underline"
          >
            {describeWeapon(detection)}
          </button>
          <DetectionNumber id={id} />
        </h3>
        <p className="flex flex-wrap gap-1.5">
          <ThreatLevelBadge threat_level={threat_level} />
          <ConfidenceBadge confidence={confidence} />
          {team && <team.AnswerBadge answer={detection.answer} className="max-sm:hidden" />}
        </p>
        <p className="min-w-0 truncate text-muted">
          <span className="text-ink">{describePlace(detection)}</span>
          <span className="max-sm:hidden">
            {' · '}
            {device ?? 'Unknown'}
          </span>
        </p>
        <time dateTime={timestamp} className="truncate text-xs text-muted tabular-nums sm:text-sm lg:text-right">
          {formatTime(timestamp)}
        </time>
      </div>
      {mayDelete && (
        <button
          type="button"
          aria-label="Delete"
          title="Delete"
          onClick={() => onDelete(detection)}
          className="grid size-9 shrink-0 place-items-center rounded-lg text-muted hover:bg-danger-soft hover:text-danger-ink"
        >
          <IconTrash size="1.15rem" stroke={1.75} aria-hidden="true" />
        </button>
      )}
    </article>
  );
});
