import { IconAlertTriangle, IconClock, IconListSearch } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useLoading, useSnapshot } from '../detections/dashboard-store-context.ts';
import { Card } from '../ui/card.tsx';
import { formatCount } from '../ui/format-count.ts';
import { Skeleton } from '../ui/skeleton.tsx';

export function StatCards() {
  const counters = useSnapshot((snapshot) => snapshot.counters);
  const { failed } = useLoading();
  const alarmed = (counters?.activeThreats ?? 0) > 0;
  return (
    <div className="grid grid-cols-3 gap-2 sm:gap-4" aria-busy={!counters && !failed}>
      <StatCard
        title="Total Detections"
        note="All time"
        value={counters?.total}
        failed={failed}
        Icon={IconListSearch}
      />
      <StatCard
        title="Active Threats"
        note="High priority"
        value={counters?.activeThreats}
        failed={failed}
        Icon={IconAlertTriangle}
        tone={alarmed ? 'bg-danger-soft text-danger-ink' : undefined}
      />
      <StatCard title="Last Hour" note="Recent activity" value={counters?.lastHour} failed={failed} Icon={IconClock} />
    </div>
  );
}

type StatCardProps = {
  title: string;
  note: string;
  value: number | undefined;
  failed: boolean;
  Icon: ComponentType<{ size: string; stroke: number; 'aria-hidden': 'true' }>;
  tone?: string | undefined;
};

function StatCard({ title, note, value, failed, Icon, tone = 'bg-accent-soft text-accent-ink' }: StatCardProps) {
  return (
    <Card role="group" aria-label={title} className="flex min-w-0 items-center gap-3 px-2 py-1 sm:p-3">
      <span className={`grid size-10 place-items-center rounded-lg max-lg:hidden ${tone}`}>
        <Icon size="1.35rem" stroke={1.7} aria-hidden="true" />
      </span>
      <div className="min-w-0 items-center gap-x-3 sm:flex">
        <p className="flex h-5 items-center font-semibold tracking-tight tabular-nums sm:text-2xl">
          {value !== undefined && formatCount(value)}
          {value === undefined && !failed && <Skeleton className="h-5 w-12" />}
          {value === undefined && failed && <span className="text-base text-danger-ink">Not known</span>}
        </p>
        <div className="min-w-0">
          <p className="truncate text-[0.6875rem] text-muted sm:text-sm">{title}</p>
          <p className="text-xs text-muted max-sm:sr-only">{note}</p>
        </div>
      </div>
    </Card>
  );
}
