import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export function DevicesSkeleton() {
  return (
    <Card aria-busy="true" className="divide-y divide-line">
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="flex h-20 items-center gap-4 px-5">
          <Skeleton className="size-10 rounded-lg" />
          <Skeleton className="h-5 w-40" />
          <Skeleton className="ml-auto h-5 w-24" />
        </div>
      ))}
      <p className="sr-only">Loading devices</p>
    </Card>
  );
}
