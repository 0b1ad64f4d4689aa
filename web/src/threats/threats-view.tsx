import { useSnapshot } from '../detections/dashboard-store-context.ts';
import { formatCount } from '../detections/format.ts';
import { NoDetections } from '../view-parts/no-detections.tsx';
import { useDeleteDetection } from '../view-parts/use-delete-detection.ts';
import { ViewHeading } from '../view-parts/view-heading.tsx';
import { ThreatsSkeleton } from '../view-parts/view-skeleton.tsx';
import { LoadMore } from './load-more.tsx';
import { ThreatGrid } from './threat-grid.tsx';

export function ThreatsView() {
  const items = useSnapshot(({ threats }) => threats.items);
  const older = useSnapshot(({ threats }) => threats.older);
  const hasOlder = older !== undefined && older.kind !== 'none';
  const count = useSnapshot(({ counters }) => counters.activeThreats) ?? 0;
  const deleteDetection = useDeleteDetection();
  if (!items) {
    return (
      <section>
        <ViewHeading>High Priority Threats</ViewHeading>
        <ThreatsSkeleton />
      </section>
    );
  }
  return (
    <section aria-labelledby="view-heading">
      <ViewHeading>{`High Priority Threats (${formatCount(count)})`}</ViewHeading>
      {items.length === 0 && !hasOlder ? (
        <NoDetections text="No active threats detected" />
      ) : (
        <ThreatGrid threats={items} onDelete={deleteDetection} />
      )}
      {hasOlder && <LoadMore key={older.kind === 'cursor' ? older.cursor : older.kind} />}
    </section>
  );
}
