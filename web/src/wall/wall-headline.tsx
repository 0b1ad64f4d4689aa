import { IconAlertTriangle, IconEyeOff, IconShieldCheck } from '@tabler/icons-react';
import { useSnapshot } from '../detections/dashboard-store-context.ts';
import { formatClock } from '../detections/format.ts';
import { useFreshness } from '../detections/use-freshness.ts';
import { formatCount } from '../ui/format-count.ts';
import { useNow } from '../ui/use-now.ts';

/** The headline in large type, and the time of day. */
export function WallHeadline() {
  const count = useSnapshot(({ counters }) => counters.activeThreats);
  const fresh = useFreshness().kind === 'fresh';
  const alarmed = count !== undefined && count > 0;
  const Icon = alarmed ? IconAlertTriangle : fresh && count === 0 ? IconShieldCheck : IconEyeOff;
  return (
    <header className="flex items-stretch gap-4 lg:gap-5">
      <h1
        className={`flex min-w-0 grow items-center gap-4 rounded-2xl border px-5 py-3 text-[clamp(1.35rem,2.6vw,3.25rem)]/tight font-semibold tracking-tight tabular-nums ${
          alarmed ? 'border-threat-line bg-threat-soft text-threat-ink' : 'border-line bg-surface text-muted'
        }`}
      >
        <Icon size="1.1em" stroke={1.9} className="shrink-0" aria-hidden="true" />
        <span>{headline(count, fresh)}</span>
      </h1>
      <WallClock />
    </header>
  );
}

function headline(count: number | undefined, fresh: boolean): string {
  if (count === undefined) return 'Not known yet';
  if (count > 0) return `${formatCount(count)} Active Weapon Threat(s) Detected!`;
  return fresh ? 'No weapon threat is active' : 'It is not known whether a threat is active';
}

function WallClock() {
  return (
    <p className="hidden items-center rounded-2xl border border-line bg-surface px-6 text-[clamp(1.35rem,2.6vw,3.25rem)] font-semibold tracking-tight tabular-nums sm:flex">
      <span className="sr-only">Time of day: </span>
      {formatClock(useNow(1_000))}
    </p>
  );
}
