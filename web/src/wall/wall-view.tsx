import type { Detection } from '@vedette/contract/detection';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useTeam } from '../answering/use-team.ts';
import { useLoading, useSnapshot } from '../detections/dashboard-store-context.ts';
import { alwaysGroupRepeats } from '../detections/group-repeats.ts';
import { groupByIncident } from '../detections/incident-groups.ts';
import { useFreshness } from '../detections/use-freshness.ts';
import { overrideColourMode } from '../ui/colour-mode.ts';
import { LoadFailed } from '../view-parts/load-failed.tsx';
import { UnwatchedNotice } from '../view-parts/unwatched-notice.tsx';
import { useMainThreat } from './use-main-threat.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { WallAge } from './wall-age.tsx';
import { WallCounters } from './wall-counters.tsx';
import { WallEarlier } from './wall-earlier.tsx';
import { WallHeadline } from './wall-headline.tsx';
import { WallThreat } from './wall-threat.tsx';

/** The page for a wall screen: one threat in full, the other active threats, and the age of the data. */
export function WallView({ alerts }: { alerts: ReactNode }) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { failed, fetching, reason } = useLoading();
  const freshness = useFreshness();
  const threats = useSnapshot(({ threats }) => threats.items);
  const items = useMemo(() => threats && latestOfEach(threats), [threats]);
  const main = useMainThreat(useMemo(() => items && unansweredFirst(items), [items]));
  const team = useTeam();
  const mode = query.get('wall') === 'light' ? 'light' : 'dark';
  // A layout effect sets the dark mode before the first paint, so that the screen does not flash white.
  useLayoutEffect(() => overrideColourMode(mode), [mode]);
  useWakeLock();
  useEffect(alwaysGroupRepeats, []);

  const dashboard = new URLSearchParams(query);
  dashboard.delete('wall');
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') navigate({ search: String(dashboard) });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => leave(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <div className="flex min-h-dvh grow flex-col gap-4 p-4 lg:h-dvh lg:gap-5 lg:p-6">
      <WallHeadline />
      <UnwatchedNotice large />
      {team && <div ref={team.offerStripPlace} />}
      {failed ? (
        <LoadFailed reason={reason} busy={fetching} />
      ) : (
        <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26vw)] lg:gap-5">
          <WallThreat loading={items === undefined} main={main} />
          <div className="flex min-h-0 flex-col gap-4 lg:gap-5">
            <WallCounters />
            <WallEarlier items={items} main={main} />
          </div>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <WallAge freshness={freshness} />
        {team && <team.LastProven large />}
        {/* The controls appear when the pointer is near. */}
        <div className="ml-auto flex flex-row-reverse items-center gap-2 [&_fieldset]:flex-row-reverse pointer-fine:[&_:is(a,button)]:opacity-0 [&_:is(a,button)]:transition-opacity hover:[&_:is(a,button)]:opacity-100 focus-within:[&_:is(a,button)]:opacity-100">
          {alerts}
          <Link to={{ search: String(dashboard) }} className="rounded-md px-2 py-1 text-sm text-muted hover:text-ink">
            Leave wall screen
          </Link>
        </div>
      </div>
    </div>
  );
}

/** What nobody has acknowledged; when there is none, all of them. */
function unansweredFirst(threats: readonly Detection[]): readonly Detection[] {
  const unanswered = threats.filter(({ answer }) => answer?.state !== 'acknowledged');
  return unanswered.length > 0 ? unanswered : threats;
}

/** The latest threat of each incident: repeats would push the others off the screen. */
function latestOfEach(threats: readonly Detection[]): Detection[] {
  return [...groupByIncident(threats, false).values()].map(({ latest }) => latest);
}
