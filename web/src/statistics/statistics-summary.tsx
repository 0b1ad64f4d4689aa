import type { Counters } from '../detections/counters.ts';
import { Card } from '../ui/card.tsx';
import { formatCount } from '../ui/format-count.ts';

export function StatisticsSummary({ counters }: { counters: Counters }) {
  const { total, activeThreats, lastHour } = counters;
  return (
    <Card className="p-4 sm:p-5 col-span-full">
      <h3 className="sr-only">Summary</h3>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        <Figure name="Total detections" value={total} note="All time" />
        <Figure name="Active threats" value={activeThreats} note="High priority" />
        <Figure name="Last hour" value={lastHour} note="Newer than 60 minutes" />
      </dl>
    </Card>
  );
}

function Figure({ name, note, value }: { name: string; note: string; value: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-sm">
        <span className="font-medium">{name}</span>
        <span className="block text-xs text-muted">{note}</span>
      </dt>
      <dd className="font-semibold tabular-nums">{formatCount(value)}</dd>
    </div>
  );
}
