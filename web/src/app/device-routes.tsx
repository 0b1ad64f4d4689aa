import { Suspense, useCallback } from 'react';
import { usePublicConfig } from '../accounts/use-public-config.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { ConnectPage } from '../devices/connect/connect-page.tsx';
import type { FollowReports } from '../devices/connect/first-report.tsx';
import { DevicePage } from '../devices/device/device-page.tsx';
import { DevicesPage } from '../devices/list/devices-page.tsx';
import { NotFoundPage } from '../site/not-found-page.tsx';
import { lazyPage } from '../ui/pages/lazy-page.ts';
import { LatestReport } from './latest-report.tsx';

export function DevicesRoute() {
  return <DevicesPage />;
}

export function ConnectRoute() {
  return <ConnectPage followReports={useFollowReports()} />;
}

/** Only a team's page loads it. */
const DeviceDrills = lazyPage(() => import('../drills/device-drills.tsx').then((it) => it.DeviceDrills), 'Drills');

export function DeviceRoute() {
  const isTeam = usePublicConfig()?.team;
  return (
    <DevicePage
      followReports={useFollowReports()}
      latest={(deviceId) => <LatestReport key={deviceId} deviceId={deviceId} />}
      drills={isTeam ? drillsOf : undefined}
      unknown={<NotFoundPage />}
    />
  );
}

function drillsOf(deviceId: string) {
  return (
    <Suspense>
      <DeviceDrills key={deviceId} deviceId={deviceId} />
    </Suspense>
  );
}

function useFollowReports(): FollowReports {
  const store = useDashboardStore();
  return useCallback(
    (onReport) =>
      store.subscribe((events) => {
        for (const event of events) {
          if (event.type === 'detection.created' && event.data.device_id !== null) onReport(event.data.device_id);
        }
      }),
    [store],
  );
}
