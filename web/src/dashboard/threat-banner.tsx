import { IconAlertTriangle, IconEyeOff, IconShieldCheck } from '@tabler/icons-react';
import { useSnapshot } from '../detections/dashboard-store-context.ts';
import { describePlace, describeWeapon, formatClock } from '../detections/format.ts';
import { useFreshness } from '../detections/use-freshness.ts';
import { formatCount } from '../ui/format-count.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const box = 'flex min-h-11 items-center gap-x-3 rounded-xl border px-4 py-2 sm:px-5';

/** The line that is read first. It keeps its place in every state, and looks calm only when that is known. */
export function ThreatBanner() {
  const count = useSnapshot(({ counters }) => counters.activeThreats);
  const latest = useSnapshot(({ threats }) => threats.items[0]);
  const fresh = useFreshness().kind === 'fresh';
  if (count === undefined) return <Skeleton className="h-11 rounded-xl" />;
  if (count === 0) return <NoThreats fresh={fresh} />;
  return (
    <section aria-label="Active threats" className={`${box} border-threat-line bg-threat-soft text-threat-ink`}>
      <IconAlertTriangle size="1.4rem" stroke={1.9} className="shrink-0 max-sm:hidden" aria-hidden="true" />
      <div className="min-w-0 grow items-center gap-x-6 sm:flex">
        <p className="shrink-0 font-semibold tabular-nums max-sm:text-sm">{`${formatCount(count)} Active Weapon Threat(s) Detected!`}</p>
        {latest && (
          <p className="truncate text-sm tabular-nums max-sm:hidden sm:ml-auto">
            Latest: {formatClock(Date.parse(latest.timestamp))}, {describeWeapon(latest)}, {describePlace(latest)}
          </p>
        )}
      </div>
    </section>
  );
}

function NoThreats({ fresh }: { fresh: boolean }) {
  const Icon = fresh ? IconShieldCheck : IconEyeOff;
  return (
    <section aria-label="Active threats" className={`${box} border-line bg-surface text-muted`}>
      <Icon size="1.4rem" stroke={1.6} className="shrink-0" aria-hidden="true" />
      <p className="text-sm">
        {fresh
          ? 'No weapon threat is active.'
          : 'No weapon threat was active when this was loaded. Now it is not known.'}
      </p>
    </section>
  );
}
