import { IconAlertTriangle, IconClock, IconListSearch } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useLoading, useSnapshot } from '../detections/dashboard-store-context.ts';
import { formatCount } from '../detections/format.ts';
import { Card } from '../ui/card.tsx';
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
    <Card role="group" aria-label={title} className="flex items-start justify-between p-3 sm:p-5">
      <div>
        {/* Two lines high where some labels need two, so that the figures align. */}
        <p className="min-h-8 text-xs text-muted sm:min-h-0 sm:text-sm">{title}</p>
        <p className="mt-1 flex h-9 items-center text-2xl font-semibold sm:text-3xl tracking-tight tabular-nums">
          {value !== undefined && formatCount(value)}
          {value === undefined && !failed && <Skeleton className="h-7 w-16" />}
          {value === undefined && failed && <span className="text-base text-danger-ink">Not known</span>}
        </p>
        <p className="mt-1 text-xs text-muted">{note}</p>
      </div>
      <span className={`hidden size-11 place-items-center rounded-lg sm:grid ${tone}`}>
        <Icon size="1.35rem" stroke={1.7} aria-hidden="true" />
      </span>
    </Card>
  );
}
