import { useRef } from 'react';
import { useDashboardStore, useSnapshot } from '../detections/dashboard-store-context.ts';
import { formatCount } from '../detections/format.ts';
import { NewPill } from '../view-parts/new-pill.tsx';
import { NoDetections } from '../view-parts/no-detections.tsx';
import { useDeleteDetection } from '../view-parts/use-delete-detection.ts';
import { useHeldOrder } from '../view-parts/use-held-order.ts';
import { ViewHeading } from '../view-parts/view-heading.tsx';
import { ThreatsSkeleton } from '../view-parts/view-skeleton.tsx';
import { LoadMore } from './load-more.tsx';
import { ThreatGrid } from './threat-grid.tsx';

export function ThreatsView() {
  const items = useSnapshot(({ threats }) => threats.items);
  const older = useSnapshot(({ threats }) => threats.older);
  const hasOlder = older !== undefined && older.kind !== 'none';
  const count = useSnapshot(({ counters }) => counters.activeThreats) ?? 0;
  const { loadOlderThreats } = useDashboardStore();
  const place = useRef<HTMLElement>(null);
  const order = useHeldOrder(items, place);
  const deleteDetection = useDeleteDetection(order.remove);
  const heading = items ? `High Priority Threats (${formatCount(count)})` : 'High Priority Threats';
  return (
    <section ref={place} aria-labelledby="view-heading">
      <ViewHeading beside={<NewPill count={order.waiting} what="threat" onShow={order.release} />}>
        {heading}
      </ViewHeading>
      {!items && <ThreatsSkeleton />}
      {items && items.length === 0 && !hasOlder && <NoDetections text="No active threats detected" />}
      {items && (items.length > 0 || hasOlder) && (
        <ThreatGrid
          order={order}
          onDelete={deleteDetection}
          onLoadOlder={hasOlder ? () => void loadOlderThreats().catch(() => undefined) : undefined}
        />
      )}
      {hasOlder && <LoadMore key={older.kind === 'cursor' ? older.cursor : older.kind} />}
    </section>
  );
}
