import { IconPlugConnectedX } from '@tabler/icons-react';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { Button } from '../ui/button.tsx';

/** Shown when loading failed. It must look different from an empty list. */
export function LoadFailed({ reason, busy }: { reason: string; busy: boolean }) {
  const { reload } = useDashboardStore();
  return (
    <section
      role="alert"
      aria-label="Detections could not be loaded"
      className="grid justify-items-center rounded-xl border-2 border-danger-solid bg-danger-soft px-6 py-14 text-center text-danger-ink"
    >
      <IconPlugConnectedX size="2.5rem" stroke={1.5} aria-hidden="true" />
      <h2 className="mt-4 text-lg font-semibold">Detections could not be loaded</h2>
      <p className="mt-2 max-w-md text-sm">
        The server did not give an answer. There may be active threats that this screen does not show.
      </p>
      {reason && <p className="mt-2 text-sm font-medium">{reason}</p>}
      <Button variant="danger" className="mt-6" busy={busy} onClick={() => void reload()}>
        Try Again
      </Button>
    </section>
  );
}
