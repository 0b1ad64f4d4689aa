import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

type Failure = { reason: string; busy: boolean; onRetry: () => void };

export function IncidentLoading() {
  return (
    <div aria-busy="true" className="grid gap-5">
      <Skeleton className="h-9 w-40" />
      <Skeleton className="h-20 rounded-xl" />
      <Skeleton className="min-h-96 rounded-xl" />
      <p className="sr-only">Loading the incident</p>
    </div>
  );
}

export function IncidentFailed({ reason, busy, onRetry }: Failure) {
  return (
    <section
      role="alert"
      className="grid justify-items-center rounded-xl border-2 border-danger-solid bg-danger-soft px-6 py-12 text-center text-danger-ink"
    >
      <IconPlugConnectedX size="2.25rem" stroke={1.5} aria-hidden="true" />
      <h1 className="mt-3 text-lg font-semibold">The incident could not be loaded</h1>
      <p className="mt-1 text-sm">{reason}</p>
      <Button variant="danger" className="mt-5" busy={busy} onClick={onRetry}>
        Try Again
      </Button>
    </section>
  );
}

export function IncidentStale({ reason, busy, onRetry }: Failure) {
  return (
    <Alert tone="danger" icon={<IconAlertTriangle size="1.25rem" aria-hidden="true" />}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong className="font-semibold">This incident may be out of date.</strong> {reason}
        </p>
        <Button variant="danger-outline" size="small" busy={busy} onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </Alert>
  );
}
