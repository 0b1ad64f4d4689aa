import type { Delivery } from '@vedette/contract/delivery';
import type { IncidentAction, IncidentMoment } from '@vedette/contract/incident';
import { useTeam } from '../answering/use-team.ts';
import { formatClock, formatConfidence } from '../detections/format.ts';
import { classNames } from '../ui/class-names.ts';
import { useDeliveries } from './incidents.queries.ts';

type Props = {
  /** Of the incident. */
  id: number;
  moments: readonly IncidentMoment[];
  /** What people did; none without TEAM. */
  actions: readonly IncidentAction[];
  shown: number;
  onShow: (id: number) => void;
};

type Entry = { timestamp: string } & ({ moment: IncidentMoment } | { action: IncidentAction } | { delivery: Delivery });

const words: Record<IncidentMoment['kind'], string> = { seen: 'Seen', seen_again: 'Seen again' };

/** What happened, in order; a press shows its picture. */
export function IncidentTimeline({ id, moments, actions, shown, onShow }: Props) {
  const team = useTeam();
  const deliveries = useDeliveries(id, { enabled: team !== null });
  return (
    <ol aria-label="Timeline" className="max-h-[62dvh] overflow-y-auto text-sm">
      {inOrder({ moments, actions: team ? actions : [], deliveries: deliveries ?? [] }).map((entry) => (
        <li key={keyOf(entry)}>
          {'moment' in entry && (
            <Sighting moment={entry.moment} isShown={entry.moment.detection_id === shown} onShow={onShow} />
          )}
          {team && 'action' in entry && <team.ActionEntry action={entry.action} />}
          {team && 'delivery' in entry && <team.DeliveryEntry delivery={entry.delivery} />}
        </li>
      ))}
    </ol>
  );
}

type Happened = {
  moments: readonly IncidentMoment[];
  actions: readonly IncidentAction[];
  deliveries: readonly Delivery[];
};

function inOrder({ moments, actions, deliveries }: Happened): Entry[] {
  const entries: Entry[] = [
    ...moments.map((moment) => ({ timestamp: moment.timestamp, moment })),
    ...actions.map((action) => ({ timestamp: action.timestamp, action })),
    ...deliveries.map((delivery) => ({ timestamp: delivery.asked_at, delivery })),
  ];
  return entries.sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
}

function keyOf(entry: Entry): string {
  if ('moment' in entry) return `seen ${entry.moment.detection_id}`;
  return 'action' in entry ? `action ${entry.action.id}` : `delivery ${entry.delivery.id}`;
}

type SightingProps = { moment: IncidentMoment; isShown: boolean; onShow: (id: number) => void };

function Sighting({ moment, isShown, onShow }: SightingProps) {
  const { kind, detection_id, timestamp, threat_level, confidence } = moment;
  return (
    <button
      type="button"
      aria-current={isShown}
      onClick={() => onShow(detection_id)}
      className={classNames(
        'flex w-full flex-wrap items-baseline gap-x-3 border-l-2 px-3 py-1.5 text-left hover:bg-sunken',
        isShown ? 'border-accent' : 'border-transparent',
      )}
    >
      <span className="font-medium">{words[kind]}</span>
      <time dateTime={timestamp} className="tabular-nums">
        {formatClock(Date.parse(timestamp))}
      </time>
      <span className="ml-auto text-muted tabular-nums">{`${threat_level}/10, ${formatConfidence(confidence)}`}</span>
    </button>
  );
}
