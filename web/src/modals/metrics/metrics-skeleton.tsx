import { Skeleton } from '../../ui/skeleton.tsx';

const rows = ['detection', 'usage', 'power', 'network', 'system'];

export function MetricsSkeleton() {
  return (
    <div role="status" aria-label="Loading system metrics" className="grid gap-5">
      {rows.map((row) => (
        <div key={row} className="grid gap-3">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-16 w-full" />
        </div>
      ))}
    </div>
  );
}
