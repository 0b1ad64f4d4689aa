import type { BreakdownAnswer } from '@vedette/contract/breakdown';
import { formatClock } from '../detections/format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { Bar } from '../ui/charts/bar-table.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useBreakdown } from './breakdown.queries.ts';
import { DetectionBars } from './detection-bars.tsx';
import { HeatMap } from './heat-map.tsx';
import { historyWith } from './history-with.ts';

/** Detections by device, location and hour. Each bar and each cell links to the detections that it counts. */
export function BreakdownCards() {
  const { data, isError, error, isFetching, refetch, dataUpdatedAt } = useBreakdown();
  if (data) {
    return (
      <>
        <DetectionBars title="Devices" by="Device" bars={deviceBars(data)} />
        <DetectionBars title="Locations" by="Location" bars={locationBars(data)} />
        <HeatMap answer={data} />
        {isError && (
          <p role="alert" className="text-sm text-danger-ink tabular-nums col-span-full">
            {`Devices, locations and hours could not be renewed (${error.message}): they are as of ${formatClock(dataUpdatedAt)}.`}
          </p>
        )}
      </>
    );
  }
  if (!isError) {
    return (
      <Card aria-busy="true" className="h-72 p-5 col-span-full">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-6 h-44" />
        <p className="sr-only">Loading devices, locations and hours</p>
      </Card>
    );
  }
  return (
    <Card className="p-4 sm:p-5 col-span-full">
      <div
        role="alert"
        className="grid min-h-57 place-content-center justify-items-center gap-3 rounded-lg bg-danger-soft px-4 text-center text-sm text-danger-ink"
      >
        <p className="font-medium">Devices, locations and hours could not be loaded.</p>
        <p>{error.message}</p>
        <Button variant="outline" size="small" busy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    </Card>
  );
}

function deviceBars({ devices, other_devices }: BreakdownAnswer): Bar[] {
  const namesakes = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of devices) (namesakes.has(name) ? twice : namesakes).add(name);
  const bars = devices.map(({ device_id, name, count }) => ({
    id: device_id,
    name,
    ...(twice.has(name) && { note: device_id }),
    value: count,
    to: historyWith({ device_id }),
  }));
  return [...bars, ...rest('Other devices', other_devices)];
}

function locationBars({ locations, other_locations }: BreakdownAnswer): Bar[] {
  const bars = locations.map(({ location, count }) => ({
    name: location,
    value: count,
    to: historyWith({ location }),
  }));
  return [...bars, ...rest('Other locations', other_locations)];
}

/** The bar for all other values is no link, because the history cannot filter by several values. */
function rest(name: string, value: number): Bar[] {
  return value > 0 ? [{ id: ' rest', name, value }] : [];
}
