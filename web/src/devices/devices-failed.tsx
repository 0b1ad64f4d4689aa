import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

type Failure = { reason: string; busy: boolean; onRetry: () => void };

export function DevicesFailed({ reason, busy, onRetry }: Failure) {
  return (
    <section
      role="alert"
      className="grid justify-items-center rounded-xl border-2 border-danger-solid bg-danger-soft px-6 py-12 text-center text-danger-ink"
    >
      <IconPlugConnectedX size="2.25rem" stroke={1.5} aria-hidden="true" />
      <h2 className="mt-3 text-lg font-semibold">Devices could not be loaded</h2>
      <p className="mt-1 text-sm">{reason}</p>
      <Button variant="danger" className="mt-5" busy={busy} onClick={onRetry}>
        Try Again
      </Button>
    </section>
  );
}

/** Shown above a list that could not be refreshed. */
export function DevicesStale({ reason, busy, onRetry }: Failure) {
  return (
    <Alert tone="danger" icon={<IconAlertTriangle size="1.25rem" aria-hidden="true" />}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong className="font-semibold">This list may be out of date.</strong> {reason}
        </p>
        <Button variant="danger-outline" size="small" busy={busy} onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </Alert>
  );
}
