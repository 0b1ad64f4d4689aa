import { RECENT_LIST_SIZE } from '@vedette/contract/limits';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useDashboardStore, useSnapshot } from '../detections/dashboard-store-context.ts';
import { useListOnScreen } from '../modals/modals-context.ts';
import { formatCount } from '../ui/format-count.ts';
import { CardPlace } from '../view-parts/card-place.tsx';
import { NewPill } from '../view-parts/new-pill.tsx';
import { NoDetections } from '../view-parts/no-detections.tsx';
import { useDeleteDetection } from '../view-parts/use-delete-detection.ts';
import { useHeldOrder } from '../view-parts/use-held-order.ts';
import { ViewHeading } from '../view-parts/view-heading.tsx';
import { RecentSkeleton } from '../view-parts/view-skeleton.tsx';
import { RecentCard } from './recent-card.tsx';

/** @param showAll opens the whole history */
export function RecentView({ showAll }: { showAll: ReactNode }) {
  const items = useSnapshot(({ recent }) => recent.items);
  const hasOlder = useSnapshot(({ recent }) => recent.older.kind !== 'none') ?? false;
  const total = useSnapshot(({ counters }) => counters.total) ?? 0;
  const place = useRef<HTMLElement>(null);
  const newest = useMemo(() => items?.slice(0, RECENT_LIST_SIZE), [items]);
  const order = useHeldOrder(newest, place);
  const deleteDetection = useDeleteDetection(order.remove);
  useListOnScreen({ shown: order.shown });
  const { reload } = useDashboardStore();

  // The list is fetched again when deletions have made it too short.
  const tooFew = items !== undefined && items.length < RECENT_LIST_SIZE && hasOlder;
  useEffect(() => {
    if (tooFew) void reload();
  }, [tooFew, reload]);

  const more = items ? Math.max(0, Math.max(total, items.length) - RECENT_LIST_SIZE) : 0;
  return (
    <section ref={place} aria-labelledby="view-heading">
      <ViewHeading beside={<NewPill count={order.waiting} what="detection" onShow={order.release} />}>
        {items ? `Recent Detections (${formatCount(total)})` : 'Recent Detections'}
      </ViewHeading>
      {!items && <RecentSkeleton />}
      {items?.length === 0 && <NoDetections text="No detections found" />}
      <div className="grid gap-3">
        {order.shown.map((detection) => (
          <CardPlace key={detection.id} id={detection.id} gone={order.gone.has(detection.id)}>
            <RecentCard detection={detection} onDelete={deleteDetection} />
          </CardPlace>
        ))}
      </div>
      {more > 0 && (
        <p className="mt-4 text-center text-sm text-muted tabular-nums">{`... and ${formatCount(more)} more detections`}</p>
      )}
      {order.shown.length > 0 && <p className="mt-3 text-center">{showAll}</p>}
    </section>
  );
}
