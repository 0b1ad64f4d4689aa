import { matchPath, useLocation } from 'react-router';
import { useAuth, useAuthExtras } from '../accounts/auth-context.ts';
import { ThreatAnnouncer } from '../detections/threat-announcer.tsx';
import { WatchProvider } from '../detections/watch-provider.tsx';
import { WatchTitle } from '../detections/watch-title.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { ThreatAlerts } from './threat-alerts.tsx';

const titles = { '/dashboard': 'Dashboard', '/devices': 'Devices', '/profile': 'Profile' };

/** The pages of somebody on watch: whichever is open, detections keep arriving. Nothing outlives the one who is signed in. */
export function WatchLayout() {
  const { currentUser } = useAuth();
  const { recheck } = useAuthExtras();
  const { pathname } = useLocation();
  const [, title = ''] = Object.entries(titles).find(([path]) => matchPath(path, pathname)) ?? [];
  return (
    <WatchProvider key={currentUser?.uid} onRefused={recheck}>
      <WatchTitle page={title} />
      <ThreatAnnouncer />
      <ThreatAlerts />
      <PageOutlet />
    </WatchProvider>
  );
}
