import type { IncidentMoment } from '@vedette/contract/incident';
import { formatClock, formatConfidence } from '../detections/format.ts';
import { classNames } from '../ui/class-names.ts';

type Props = { moments: readonly IncidentMoment[]; shown: number; onShow: (id: number) => void };

const words: Record<IncidentMoment['kind'], string> = { seen: 'Seen', seen_again: 'Seen again' };

/** What happened, in order; a press shows its picture. */
export function IncidentTimeline({ moments, shown, onShow }: Props) {
  return (
    <ol aria-label="Timeline" className="max-h-[62dvh] overflow-y-auto text-sm">
      {moments.map(({ kind, detection_id, timestamp, threat_level, confidence }) => (
        <li key={detection_id}>
          <button
            type="button"
            aria-current={detection_id === shown}
            onClick={() => onShow(detection_id)}
            className={classNames(
              'flex w-full flex-wrap items-baseline gap-x-3 border-l-2 px-3 py-1.5 text-left hover:bg-sunken',
              detection_id === shown ? 'border-accent' : 'border-transparent',
            )}
          >
            <span className="font-medium">{words[kind]}</span>
            <time dateTime={timestamp} className="tabular-nums">
              {formatClock(Date.parse(timestamp))}
            </time>
            <span className="ml-auto text-muted tabular-nums">{`${threat_level}/10, ${formatConfidence(confidence)}`}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
