import { formatMinute } from '../detections/format.ts';
import { useConnection } from '../live/live-context.ts';
import { Badge } from '../ui/badge.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export function ConnectionChip() {
  const { phase, contactAt, since } = useConnection();
  return (
    <span role="status" aria-label="Connection" className="inline-flex h-6 items-center">
      {phase === 'connecting' && <Skeleton className="h-6 w-14" />}
      {phase === 'live' && (
        <Badge tone="calm" className="h-6">
          <span aria-hidden="true" className="size-2 rounded-full bg-calm-dot" />
          Live
        </Badge>
      )}
      {phase === 'reconnecting' && (
        <Badge tone="caution" className="h-6">
          <span aria-hidden="true" className="breathe size-2 rounded-full bg-caution-ink" />
          Reconnecting
        </Badge>
      )}
      {(phase === 'blind' || phase === 'ended') && (
        <Badge tone="danger" className="h-6">
          <span aria-hidden="true" className="size-2 rounded-full bg-danger-solid" />
          {`No updates since ${formatMinute(contactAt ?? since)}`}
        </Badge>
      )}
    </span>
  );
}
