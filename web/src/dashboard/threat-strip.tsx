import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSnapshot } from '../detections/dashboard-store-context.ts';
import { STALE_BECAUSE } from '../detections/freshness.ts';
import { useFreshness } from '../detections/use-freshness.ts';
import { buttonLook } from '../ui/button-look.ts';
import { formatCount } from '../ui/format-count.ts';

/** The dashboard in one line on other pages; hidden while there is nothing to report. */
export function ThreatStrip() {
  const count = useSnapshot(({ counters }) => counters.activeThreats) ?? 0;
  const freshness = useFreshness();
  const stale = freshness.kind === 'stale';
  if (count === 0 && !stale) return null;
  const Icon = stale ? IconEyeOff : IconAlertTriangle;
  return (
    <section
      aria-label="Watch"
      className={`sticky top-15 z-20 border-b ${stale ? 'border-danger-solid bg-danger-soft text-danger-ink' : 'border-threat-line bg-threat-soft text-threat-ink'}`}
    >
      <div className="page-width flex min-h-13 items-center gap-3 py-1">
        <Icon size="1.25rem" stroke={1.9} className="shrink-0" aria-hidden="true" />
        <p className="min-w-0 grow text-sm font-semibold tabular-nums">
          {stale
            ? `${STALE_BECAUSE[freshness.why]}. New threats may be missing.`
            : `${formatCount(count)} Active Weapon Threat(s) Detected!`}
        </p>
        <Link to="/dashboard" className={`${buttonLook({ variant: 'outline', size: 'small' })} shrink-0`}>
          Open dashboard
        </Link>
      </div>
    </section>
  );
}
