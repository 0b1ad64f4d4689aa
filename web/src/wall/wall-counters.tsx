import { useSnapshot } from '../detections/dashboard-store-context.ts';
import { classNames } from '../ui/class-names.ts';
import { formatCount } from '../ui/format-count.ts';

export function WallCounters() {
  const counters = useSnapshot((snapshot) => snapshot.counters);
  return (
    <dl className="grid shrink-0 grid-cols-3 overflow-hidden rounded-2xl border border-line bg-surface shadow-card">
      <Counter name="Active" value={counters?.activeThreats} alarming />
      <Counter name="Last Hour" value={counters?.lastHour} />
      <Counter name="Total" value={counters?.total} />
    </dl>
  );
}

function Counter({ name, value, alarming = false }: { name: string; value: number | undefined; alarming?: boolean }) {
  return (
    <div className="min-w-0 border-line px-4 py-3 not-first:border-l lg:px-5 lg:py-4">
      <dt className="truncate text-[clamp(0.875rem,0.95vw,1.25rem)] text-muted">{name}</dt>
      <dd
        className={classNames(
          'mt-1 text-[clamp(1.5rem,2.3vw,3rem)]/none font-semibold tracking-tight tabular-nums',
          alarming && value !== undefined && value > 0 && 'text-danger-ink',
        )}
      >
        {value === undefined ? '–' : formatCount(value)}
      </dd>
    </div>
  );
}
