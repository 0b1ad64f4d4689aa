import { DEVICE_PAGE, INCIDENT_PAGE, type PagePath, TEAM_PATHS } from '@vedette/contract/pages';
import { Suspense, useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import { useAuth } from '../accounts/auth-context.ts';
import { PageOutlet } from './page-outlet.tsx';
import { SecondFactorPage, WatchLayout } from './pages.ts';

const watchPages: readonly (PagePath | typeof DEVICE_PAGE | typeof INCIDENT_PAGE)[] = [
  '/dashboard',
  '/devices',
  '/devices/connect',
  DEVICE_PAGE,
  INCIDENT_PAGE,
  '/profile',
  ...TEAM_PATHS.filter((path) => path !== '/invitation'),
];

/**
 * Keeps the stream and the alarm running for a signed-in user on every page but the developer pages, which count and log
 * every request themselves. It begins on one of the pages above, so that signing in does not remount the page that is left.
 * Before that, who must have a second factor sets it up: the server answers nothing else.
 */
export function Watched() {
  const { currentUser } = useAuth();
  const { pathname } = useLocation();
  const [begun, setBegun] = useState(currentUser !== null);
  // Until the user has kept the recovery codes.
  const [settingUp, setSettingUp] = useState(false);
  if (currentUser?.lacksSecondFactor && !settingUp) setSettingUp(true);
  if (!currentUser && settingUp) setSettingUp(false);
  if (!begun && currentUser && watchPages.some((path) => matchPath(path, pathname))) setBegun(true);
  if (settingUp)
    return (
      <Suspense>
        <SecondFactorPage onDone={() => setSettingUp(false)} />
      </Suspense>
    );
  return begun ? <WatchLayout /> : <PageOutlet />;
}
