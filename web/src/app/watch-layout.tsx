import { Suspense, useMemo, useState } from 'react';
import { useMatch } from 'react-router';
import { useAuth, useAuthExtras } from '../accounts/auth-context.ts';
import { useTeam } from '../answering/use-team.ts';
import { type May, PermissionsContext } from '../api/permissions.ts';
import { ThreatAnnouncer } from '../dashboard/threat-announcer.tsx';
import { ThreatStrip } from '../dashboard/threat-strip.tsx';
import { DashboardStoreProvider } from '../detections/dashboard-store-provider.tsx';
import { lazyPage } from '../ui/pages/lazy-page.ts';
import { TitlePrefix } from '../ui/pages/page-title.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { ThreatAlerts } from './threat-alerts.tsx';

const TeamAlerts = lazyPage(() => import('./team-alerts.tsx').then((it) => it.TeamAlerts), 'The alarms of a team');

/** Keeps the stream open around the pages of a signed-in user. The page stays mounted when the stream ends. */
export function WatchLayout() {
  const { currentUser } = useAuth();
  const { recheck, signedOutAt } = useAuthExtras();
  const atDashboard = useMatch('/dashboard') !== null;
  const [titlePrefix, setTitlePrefix] = useState('');
  const team = useTeam();
  const role = currentUser?.role;
  // What a role allows is code of teams: nothing is offered until it has loaded.
  const may = useMemo<May>(() => (action) => role === undefined || team?.may(role, action) === true, [role, team]);
  return (
    <PermissionsContext value={may}>
      <DashboardStoreProvider uid={currentUser?.uid ?? null} paused={signedOutAt !== null} onRefused={recheck}>
        {currentUser && (
          <>
            <ThreatAnnouncer />
            <ThreatAlerts onTitlePrefix={setTitlePrefix} />
            {!atDashboard && <ThreatStrip />}
            {team && may('incidents.answer') && <team.TeamKeys />}
          </>
        )}
        <TitlePrefix value={titlePrefix}>
          <PageOutlet />
        </TitlePrefix>
        <Suspense>{currentUser && team && <TeamAlerts />}</Suspense>
      </DashboardStoreProvider>
    </PermissionsContext>
  );
}
