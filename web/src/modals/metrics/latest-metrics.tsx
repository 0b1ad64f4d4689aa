import { Button } from '../../ui/button.tsx';
import { useMetrics } from '../one-detection.queries.ts';
import { MetricsSkeleton } from './metrics-skeleton.tsx';
import { MetricsTable } from './metrics-table.tsx';

/** Shows the system metrics of a detection on the page of its device. */
export function LatestMetrics({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useMetrics(id);
  if (data) {
    return (
      <div className="grid gap-5">
        <MetricsTable metrics={data} />
      </div>
    );
  }
  if (error === null || isFetching) return <MetricsSkeleton />;
  return (
    <div role="alert" className="grid gap-3 text-sm text-danger-ink">
      <p>{`The metrics could not be loaded: ${error.message}`}</p>
      <Button variant="outline" size="small" onClick={() => void refetch()}>
        Try Again
      </Button>
    </div>
  );
}
