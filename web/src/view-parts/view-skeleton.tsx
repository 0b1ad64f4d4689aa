import { Skeleton } from '../ui/skeleton.tsx';
import { cardHeight } from './card-size.ts';

/** Placeholders of the same size as the cards. */
export function ThreatsSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className={`${cardHeight} rounded-xl`} />
      ))}
      <p className="sr-only">Loading threats</p>
    </div>
  );
}

export function RecentSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-3">
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="h-54 rounded-xl sm:h-32" />
      ))}
      <p className="sr-only">Loading detections</p>
    </div>
  );
}
