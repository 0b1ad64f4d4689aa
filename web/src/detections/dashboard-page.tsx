import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { notify } from '../ui/notify.ts';
import { DashboardHeader } from './dashboard-header.tsx';
import { type View, viewOf, withView } from './dashboard-view.ts';
import { HistoryView, StatisticsView, WallView } from './lazy-views.ts';
import { LoadFailed } from './load-failed.tsx';
import { Modals } from './modals.tsx';
import { RecentView } from './recent-view.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { StatCards } from './stat-cards.tsx';
import { ThreatBanner } from './threat-banner.tsx';
import { ThreatsView } from './threats-view.tsx';
import { useFreshness } from './use-freshness.ts';
import { ViewSwitch } from './view-switch.tsx';
import { WallLink } from './wall-link.tsx';
import { useLoading, useWatch } from './watch-context.ts';

/** @param alerts how people are alerted besides the screen: a part of another slice */
export function DashboardPage({ alerts }: { alerts: ReactNode }) {
  const [query, setQuery] = useSearchParams();
  const view = viewOf(query);
  const { failed, failedAt, fetching, reason } = useLoading();
  const freshness = useFreshness();
  const { reload } = useWatch();

  // Somebody opens it to see how things are now, not how they were when another page was open.
  const refreshUnlessUnderWay = useEffectEvent(() => {
    if (!fetching) void reload();
  });
  useEffect(() => refreshUnlessUnderWay(), []);

  const toldAt = useRef(failedAt);
  useEffect(() => {
    if (failedAt === toldAt.current) return;
    toldAt.current = failedAt;
    notify.error({
      title: 'Error Loading Dashboard',
      description: 'Failed to fetch detection data from server',
      long: true,
    });
  }, [failedAt]);

  if (query.has('wall')) {
    return (
      <Suspense fallback={<div aria-busy="true" className="min-h-dvh" />}>
        <WallView alerts={alerts} />
      </Suspense>
    );
  }
  return (
    <Modals>
      <div className="page-width flex flex-col gap-5 py-6 lg:py-8">
        <DashboardHeader />
        {freshness.kind === 'stale' && <StaleNotice {...freshness} />}
        {!failed && <ThreatBanner />}
        <StatCards />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <ViewSwitch
            view={view}
            onChange={(next) => setQuery((now) => withView(now, next), { replace: true, preventScrollReset: true })}
          />
          <div className="flex min-h-8 items-center gap-1">
            <Suspense>{alerts}</Suspense>
            <WallLink />
          </div>
        </div>
        {failed && <LoadFailed reason={reason} busy={fetching} />}
        {!failed && <Suspense fallback={<div aria-busy="true" className="min-h-dvh" />}>{views[view]()}</Suspense>}
      </div>
    </Modals>
  );
}

const views: Record<View, () => ReactNode> = {
  threats: () => <ThreatsView />,
  recent: () => <RecentView />,
  statistics: () => <StatisticsView />,
  history: () => <HistoryView />,
};
