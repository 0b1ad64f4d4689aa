import { IconEyeOff } from '@tabler/icons-react';
import { formatAge, formatClock } from '../detections/format.ts';
import { type Freshness, isStorageProblem, STALE_BECAUSE } from '../detections/freshness.ts';
import { useLiveStream } from '../live/live-context.ts';
import { useNow } from '../ui/use-now.ts';

/** Always shows the age of the data, so that viewers never mistake old data for current data. */
export function WallAge({ freshness }: { freshness: Freshness }) {
  const now = useNow(1_000);
  const stream = useLiveStream();
  if (freshness.kind === 'stale') {
    const { why, asOf } = freshness;
    return (
      <div className="flex grow items-center gap-4 rounded-2xl bg-danger-solid px-5 py-3 text-[clamp(1.1rem,1.9vw,2.5rem)]/tight font-semibold text-white tabular-nums">
        <IconEyeOff size="1.2em" stroke={1.9} className="shrink-0" aria-hidden="true" />
        <p>
          <span role="alert">{STALE_BECAUSE[why]}.</span>{' '}
          {asOf === null
            ? 'Nothing has been received yet.'
            : isStorageProblem(why)
              ? `Reports have been refused since ${formatClock(asOf)}.`
              : `This is ${formatAge(now - asOf)} old, from ${formatClock(asOf)}.`}
        </p>
      </div>
    );
  }
  const { contactAt } = stream.connection();
  return (
    <p className="flex items-center gap-3 text-[clamp(0.9rem,1.05vw,1.4rem)] text-muted tabular-nums">
      <span aria-hidden="true" className="size-3 rounded-full bg-calm-dot" />
      {contactAt === null ? 'Connecting' : `Live, last heard ${formatAge(now - contactAt)} ago`}
    </p>
  );
}
