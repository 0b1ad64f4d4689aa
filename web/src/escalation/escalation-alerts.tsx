import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { refetchAfterChange } from '../api/refetch-after-change.ts';
import type { LiveEvent } from '../live/live-event.ts';
import { buttonLook } from '../ui/button-look.ts';
import { escalationState } from './escalation-state.queries.ts';

type Props = {
  follow: (listener: (events: readonly LiveEvent[]) => void) => () => void;
  /** Sounds the alarm of this threat level. */
  sound: (level: number) => void;
};

/** The events after which something else may be unanswered. */
const CHANGES: ReadonlySet<LiveEvent['type']> = new Set([
  'incident.escalated',
  'incident.undelivered',
  'incident.answered',
  'incident.merged',
  'detections.cleared',
  'reset',
]);

/** What the rungs of unanswered incidents tell screens, and the alarms that have reached nobody outside. */
export function EscalationAlerts({ follow, sound }: Props) {
  const client = useQueryClient();
  const { data, isError, error } = useQuery(escalationState);

  useEffect(
    () =>
      follow((events) => {
        const loudest = events.flatMap((event) =>
          event.type === 'incident.escalated' && event.data.kinds.includes('sound') ? [event.data.threat_level] : [],
        );
        if (loudest.length > 0) sound(Math.max(...loudest));
        if (events.some(({ type }) => CHANGES.has(type))) {
          void refetchAfterChange(client, escalationState.queryKey);
        }
      }),
    [follow, sound, client],
  );

  const { unanswered = [], undelivered = [] } = data ?? {};
  const [latest] = unanswered;
  const [unheard] = undelivered;
  return (
    <div role="alert">
      {isError && (
        <p className="bg-danger-soft px-4 py-3 text-sm font-semibold text-danger-ink">
          {`What nobody has acknowledged may be out of date: ${error.message}`}
        </p>
      )}
      {latest && (
        <Strip incidentId={latest.incident_id}>
          {`Nobody has acknowledged ${latest.title} (level ${latest.threat_level})${latest.unanswered_s > 0 ? ` for ${latest.unanswered_s} s` : ''}.${more(unanswered.length)}`}
        </Strip>
      )}
      {unheard && (
        <Strip incidentId={unheard.incident_id}>
          {`The alarm of ${unheard.title} has reached nobody outside.${more(undelivered.length)}`}
        </Strip>
      )}
    </div>
  );
}

const more = (count: number) => (count > 1 ? ` ${count - 1} more.` : '');

function Strip({ incidentId, children }: { incidentId: number; children: string }) {
  return (
    <div className="border-t border-danger-solid bg-danger-soft text-danger-ink">
      <div className="page-width flex min-h-13 items-center gap-3 py-1">
        <IconAlertTriangle size="1.25rem" stroke={1.9} className="shrink-0" aria-hidden="true" />
        <p className="min-w-0 grow text-sm font-semibold tabular-nums">{children}</p>
        <Link
          to={`/incidents/${incidentId}`}
          className={`${buttonLook({ variant: 'outline', size: 'small' })} shrink-0`}
          style={{ pointerEvents: 'auto' }}
        >
          Open incident
        </Link>
      </div>
    </div>
  );
}
