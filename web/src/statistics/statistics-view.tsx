import { useSnapshot } from '../detections/dashboard-store-context.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ViewHeading } from '../view-parts/view-heading.tsx';
import { BreakdownCards } from './breakdown-cards.tsx';
import { LevelBars } from './level-bars.tsx';
import { StatisticsSummary } from './statistics-summary.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { WeaponTypeBars } from './weapon-type-bars.tsx';

export function StatisticsView() {
  const counters = useSnapshot((snapshot) => snapshot.counters);
  return (
    <section aria-labelledby="view-heading">
      <ViewHeading>Statistics</ViewHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        <TimelineCard />
        {counters ? (
          <>
            <WeaponTypeBars counts={counters.byWeaponType} />
            <LevelBars counts={counters.byThreatLevel} />
          </>
        ) : (
          <CountsSkeleton />
        )}
        <BreakdownCards />
        {counters && <StatisticsSummary counters={counters} />}
      </div>
    </section>
  );
}

function CountsSkeleton() {
  return (
    <>
      {[1, 2].map((place) => (
        <Card key={place} aria-busy="true" className="h-72 p-5">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="mt-6 h-44" />
        </Card>
      ))}
      <p className="sr-only">Loading statistics</p>
    </>
  );
}
