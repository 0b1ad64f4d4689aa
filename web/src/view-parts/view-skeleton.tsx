import { Skeleton } from '../ui/skeleton.tsx';
import { useGridSize } from './card-size.ts';

/** Placeholders of the same size as the cards. */
export function ThreatsSkeleton() {
  const { cardPx } = useGridSize();
  return (
    <div aria-busy="true" className="grid gap-4 xl:grid-cols-2">
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} height={cardPx} className="rounded-xl" />
      ))}
      <p className="sr-only">Loading threats</p>
    </div>
  );
}

export function RecentSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-3">
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="rounded-xl max-sm:h-58 sm:h-32" />
      ))}
      <p className="sr-only">Loading detections</p>
    </div>
  );
}
