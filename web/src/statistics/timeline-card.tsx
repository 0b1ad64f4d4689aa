import type { TimelineRange } from '@vedette/contract/timeline';
import { useState } from 'react';
import { formatClock } from '../detections/format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useTimeline } from './timeline.queries.ts';
import { TimelineChart } from './timeline-chart.tsx';

const ranges = [
  { range: 'hour', title: 'Last hour' },
  { range: 'day', title: 'Last day' },
  { range: 'month', title: 'Last 30 days' },
] as const;

/** Detections over time. Every state of the card has the height of the chart. */
export function TimelineCard() {
  const [range, setRange] = useState<TimelineRange>('hour');
  const { data, isError, error, isFetching, refetch, dataUpdatedAt } = useTimeline(range);
  return (
    <Card className="p-4 sm:p-5 col-span-full">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">Detections over Time</h3>
        <fieldset aria-label="Period" className="flex gap-1 rounded-lg bg-sunken p-1">
          {ranges.map((it) => (
            <button
              key={it.range}
              type="button"
              aria-pressed={it.range === range}
              onClick={() => setRange(it.range)}
              className={classNames(
                'h-8 rounded-md px-2.5 text-xs font-medium transition-colors sm:px-3 sm:text-sm',
                it.range === range ? 'bg-raised text-ink shadow-card' : 'text-muted hover:text-ink',
              )}
            >
              {it.title}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="min-h-64 sm:min-h-69">
        {data && <TimelineChart answer={data} />}
        {!data && !isError && (
          <div aria-busy="true">
            <Skeleton className="h-10 w-56 sm:h-5" />
            <Skeleton className="mt-3 h-50 sm:h-62" />
            <p className="sr-only">Loading detections over time</p>
          </div>
        )}
        {!data && isError && (
          <div
            role="alert"
            className="grid min-h-64 place-content-center justify-items-center gap-3 rounded-lg bg-danger-soft px-4 text-center text-sm text-danger-ink sm:min-h-69"
          >
            <p className="font-medium">Detections over time could not be loaded.</p>
            <p>{error.message}</p>
            <Button variant="outline" size="small" busy={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        )}
      </div>
      {data && isError && (
        <p role="alert" className="mt-3 text-sm text-danger-ink tabular-nums">
          {`Could not be renewed (${error.message}): this is as of ${formatClock(dataUpdatedAt)}.`}
        </p>
      )}
    </Card>
  );
}
