import { useMemo, useRef } from 'react';
import { useDashboardStore, useSnapshot } from '../detections/dashboard-store-context.ts';
import { useGroupRepeats } from '../detections/group-repeats.ts';
import { groupByIncident, incidentKey } from '../detections/incident-groups.ts';
import { formatCount } from '../ui/format-count.ts';
import { useIsWide } from '../view-parts/card-size.ts';
import { keyOfOne } from '../view-parts/held-order.ts';
import { NewPill } from '../view-parts/new-pill.tsx';
import { NoDetections } from '../view-parts/no-detections.tsx';
import { useDeleteDetection } from '../view-parts/use-delete-detection.ts';
import { useHeldOrder } from '../view-parts/use-held-order.ts';
import { ViewHeading } from '../view-parts/view-heading.tsx';
import { ThreatsSkeleton } from '../view-parts/view-skeleton.tsx';
import { GroupSwitch } from './group-switch.tsx';
import { LoadMore } from './load-more.tsx';
import { ThreatGrid } from './threat-grid.tsx';

export function ThreatsView() {
  const items = useSnapshot(({ threats }) => threats.items);
  const older = useSnapshot(({ threats }) => threats.older);
  const hasOlder = older !== undefined && older.kind !== 'none';
  const count = useSnapshot(({ counters }) => counters.activeThreats) ?? 0;
  const { loadOlderThreats } = useDashboardStore();
  const place = useRef<HTMLElement>(null);
  const isWide = useIsWide();
  const grouped = useGroupRepeats();
  const groups = useMemo(
    () => (grouped && items ? groupByIncident(items, hasOlder) : null),
    [grouped, items, hasOlder],
  );
  const listed = useMemo(() => (groups ? [...groups.values()].map(({ latest }) => latest) : items), [groups, items]);
  const order = useHeldOrder(listed, place, grouped ? incidentKey : keyOfOne);
  const deleteDetection = useDeleteDetection(order.remove);
  const heading = items ? `High Priority Threats (${formatCount(count)})` : 'High Priority Threats';
  return (
    <section ref={place} aria-labelledby="view-heading">
      <ViewHeading
        beside={
          <>
            {/* On a phone it is in the menu of the header. */}
            {isWide && <GroupSwitch />}
            <NewPill count={order.waiting} what="threat" onShow={order.release} />
          </>
        }
      >
        {heading}
      </ViewHeading>
      {!items && <ThreatsSkeleton />}
      {items && items.length === 0 && !hasOlder && <NoDetections text="No active threats detected" />}
      {items && (items.length > 0 || hasOlder) && (
        <ThreatGrid
          order={order}
          groups={groups}
          onDelete={deleteDetection}
          onLoadOlder={hasOlder ? () => void loadOlderThreats().catch(() => undefined) : undefined}
        />
      )}
      {hasOlder && <LoadMore key={older.kind === 'cursor' ? older.cursor : older.kind} />}
    </section>
  );
}
