import { memo, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { useDashboardStore, useLoading, useSnapshot } from '../detections/dashboard-store-context.ts';
import { type View, viewOf } from '../detections/dashboard-view.ts';
import { useFreshness } from '../detections/use-freshness.ts';
import { useLiveStream } from '../live/live-context.ts';
import { Modals } from '../modals/modals.tsx';
import { RecentView } from '../recent/recent-view.tsx';
import { ThreatsView } from '../threats/threats-view.tsx';
import { PageTitle } from '../ui/pages/page-title.tsx';
import { whenSettled } from '../ui/pages/when-settled.ts';
import { notify } from '../ui/toasts/notify.ts';
import { LoadFailed } from '../view-parts/load-failed.tsx';
import { UnwatchedNotice } from '../view-parts/unwatched-notice.tsx';
import { goToViewHeading } from '../view-parts/view-heading.tsx';
import { focusSearch } from './card-focus.ts';
import { DashboardHeader } from './dashboard-header.tsx';
import { DashboardKeys } from './dashboard-keys.tsx';
import { HistoryView, preloadViews, StatisticsView, WallView } from './lazy-views.ts';
import { ShowAll } from './show-all.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { StatCards } from './stat-cards.tsx';
import { ThreatBanner } from './threat-banner.tsx';
import { ViewSwitch } from './view-switch.tsx';
import { WallLink } from './wall-link.tsx';
import { leaveWanted } from './wanted-view.ts';

/** A load this recent is not repeated: the data may arrive before the page's code. */
const RECENT_MS = 5_000;

/** @param alerts how people are alerted besides the screen: a part of another slice */
export function DashboardPage({ alerts }: { alerts: ReactNode }) {
  const [query] = useSearchParams();
  const { failedAt, fetching } = useLoading();
  const loadedAt = useSnapshot((snapshot) => snapshot.loadedAt) ?? 0;
  const { reload } = useDashboardStore();
  const stream = useLiveStream();

  // Opening the page reloads data that was loaded for another page.
  const refresh = useEffectEvent(() => {
    if (!fetching && !isRecent(Math.max(loadedAt, failedAt))) void reload();
  });
  useEffect(() => refresh(), []);

  const isShown = loadedAt > 0;
  useEffect(() => (isShown ? whenSettled(preloadViews) : undefined), [isShown]);

  const toldAt = useRef(0);
  useEffect(() => {
    const known = failedAt === toldAt.current;
    toldAt.current = failedAt;
    // A first load may have failed before this page was mounted; an older failure is shown by the banner.
    if (known || !isRecent(failedAt)) return;
    // The login over the page shows the reason.
    if (stream.connection().phase === 'ended') return;
    notify.error({
      title: 'Error Loading Dashboard',
      description: 'Failed to fetch detection data from server',
      long: true,
    });
  }, [failedAt, stream]);

  if (query.has('wall')) {
    return (
      <Suspense fallback={<div aria-busy="true" className="min-h-dvh" />}>
        {title}
        <WallView alerts={alerts} />
      </Suspense>
    );
  }
  return <Dashboard alerts={alerts} />;
}

/** Memoized, so that a change of the address renders only the chosen view. */
const Dashboard = memo(function Dashboard({ alerts }: { alerts: ReactNode }) {
  const { failed, fetching, reason } = useLoading();
  const freshness = useFreshness();
  return (
    <Modals>
      {title}
      <div className="page-width flex flex-col gap-2 py-3 sm:gap-3">
        <DashboardHeader />
        {freshness.kind === 'stale' && <StaleNotice {...freshness} />}
        <UnwatchedNotice />
        {!failed && <ThreatBanner />}
        <StatCards />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <ViewSwitch />
          <div className="flex min-h-8 items-center gap-1">
            <Suspense>{alerts}</Suspense>
            <DashboardKeys />
            <WallLink />
          </div>
        </div>
        {failed && <LoadFailed reason={reason} busy={fetching} />}
        {!failed && <ChosenView />}
      </div>
    </Modals>
  );
});

function ChosenView() {
  const [query] = useSearchParams();
  const view = viewOf(query);
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-dvh" />}>
      <Shown key={view} view={view} />
      {views[view]()}
    </Suspense>
  );
}

/** Follows the view that is shown. */
function Shown({ view }: { view: View }) {
  const how = useNavigationType();
  const { state } = useLocation();
  // The history is opened by a link somewhere on the page: it is met at its heading.
  const arrive = useEffectEvent(() => {
    if (view !== 'history' || how !== 'PUSH') return;
    goToViewHeading();
    if (asksForSearch(state)) focusSearch();
  });
  useEffect(() => arrive(), []);
  // Another view is shown by a link or by going back: cancels the view that was being waited for.
  useEffect(() => leaveWanted, []);
  return null;
}

const title = <PageTitle>Dashboard · Vedette</PageTitle>;

function isRecent(at: number): boolean {
  return Date.now() - at <= RECENT_MS;
}

function asksForSearch(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'focus' in state && state.focus === 'search';
}

const views: Record<View, () => ReactNode> = {
  threats: () => <ThreatsView />,
  recent: () => <RecentView showAll={<ShowAll />} />,
  statistics: () => <StatisticsView />,
  history: () => <HistoryView />,
};
