import { Suspense } from 'react';
import { knownPublicConfig } from '../api/public-config.ts';
import { useSnapshot } from '../detections/dashboard-store-context.ts';
import { Card } from '../ui/card.tsx';
import { lazyPage } from '../ui/pages/lazy-page.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { ViewHeading } from '../view-parts/view-heading.tsx';
import { BreakdownCards } from './breakdown-cards.tsx';
import { LevelBars } from './level-bars.tsx';
import { StatisticsSummary } from './statistics-summary.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { WeaponTypeBars } from './weapon-type-bars.tsx';

/** Only a team's page loads it. */
const AnswerCards = lazyPage(() => import('./answer-cards.tsx').then((it) => it.AnswerCards), 'The figures of answers');

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
        {knownPublicConfig()?.team && (
          <Suspense>
            <AnswerCards />
          </Suspense>
        )}
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
