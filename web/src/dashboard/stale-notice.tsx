import { IconEyeOff } from '@tabler/icons-react';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { formatAge, formatClock } from '../detections/format.ts';
import { type Freshness, isStorageProblem, STALE_BECAUSE } from '../detections/freshness.ts';
import { useLiveStream } from '../live/live-context.ts';
import { Button } from '../ui/button.tsx';
import { useNow } from '../ui/use-now.ts';

type Stale = Extract<Freshness, { kind: 'stale' }>;

/** Warns above everything that the screen is out of date, with the age of its data. */
export function StaleNotice({ why, asOf, reason }: Stale) {
  const store = useDashboardStore();
  const stream = useLiveStream();
  return (
    <section
      aria-label="Stale data"
      className="sticky top-16 z-20 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border-2 border-danger-solid bg-danger-soft px-4 py-3.5 text-danger-ink shadow-float sm:px-5"
    >
      <IconEyeOff size="1.75rem" stroke={1.75} className="shrink-0" aria-hidden="true" />
      <div className="min-w-0 grow basis-52">
        <p role="alert" className="font-semibold">
          {STALE_BECAUSE[why]}
          {reason && `: ${reason}`}
        </p>
        <p className="mt-0.5 text-sm tabular-nums">
          {asOf === null ? (
            'Nothing has been received yet. New threats are not shown.'
          ) : isStorageProblem(why) ? (
            <>
              Reports of the cameras have been refused since {formatClock(asOf)}. New threats are not shown.
              {why === 'disk-full' && ' Delete detections, or make room on the disk.'}
            </>
          ) : (
            <>
              What you see is <DataAge asOf={asOf} /> old, from {formatClock(asOf)}. New threats may be missing.
            </>
          )}
        </p>
      </div>
      {!isStorageProblem(why) && why !== 'ended' && (
        <Button
          variant="danger"
          size="small"
          onClick={() => {
            if (why === 'failed') void store.reload();
            else stream.restart();
          }}
        >
          Try Again
        </Button>
      )}
    </section>
  );
}

function DataAge({ asOf }: { asOf: number }) {
  return <strong>{formatAge(useNow(1_000) - asOf)}</strong>;
}
