import { RECENT_LIST_SIZE } from '@vedette/contract/limits';
import { type ReactNode, useEffect } from 'react';
import { useDashboardStore, useSnapshot } from '../detections/dashboard-store-context.ts';
import { formatCount } from '../detections/format.ts';
import { NoDetections } from '../view-parts/no-detections.tsx';
import { useDeleteDetection } from '../view-parts/use-delete-detection.ts';
import { ViewHeading } from '../view-parts/view-heading.tsx';
import { RecentSkeleton } from '../view-parts/view-skeleton.tsx';
import { RecentCard } from './recent-card.tsx';

/** @param showAll opens the whole history */
export function RecentView({ showAll }: { showAll: ReactNode }) {
  const items = useSnapshot(({ recent }) => recent.items);
  const hasOlder = useSnapshot(({ recent }) => recent.older.kind !== 'none') ?? false;
  const total = useSnapshot(({ counters }) => counters.total) ?? 0;
  const deleteDetection = useDeleteDetection();
  const { reload } = useDashboardStore();

  // The list is fetched again when deletions have made it too short.
  const tooFew = items !== undefined && items.length < RECENT_LIST_SIZE && hasOlder;
  useEffect(() => {
    if (tooFew) void reload();
  }, [tooFew, reload]);

  if (!items) return <RecentSkeleton />;
  const more = Math.max(0, Math.max(total, items.length) - RECENT_LIST_SIZE);
  return (
    <section aria-labelledby="view-heading">
      <ViewHeading>{`Recent Detections (${formatCount(total)})`}</ViewHeading>
      {items.length === 0 ? (
        <NoDetections text="No detections found" />
      ) : (
        <div className="grid gap-3">
          {items.slice(0, RECENT_LIST_SIZE).map((detection) => (
            <RecentCard key={detection.id} detection={detection} onDelete={deleteDetection} />
          ))}
        </div>
      )}
      {more > 0 && (
        <p className="mt-4 text-center text-sm text-muted tabular-nums">{`... and ${more} more detections`}</p>
      )}
      {items.length > 0 && <p className="mt-3 text-center">{showAll}</p>}
    </section>
  );
}
