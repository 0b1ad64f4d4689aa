import { useCallback } from 'react';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { ConnectPage } from '../devices/connect-page.tsx';
import { DevicePage } from '../devices/device-page.tsx';
import { DevicesPage } from '../devices/devices-page.tsx';
import type { FollowReports } from '../devices/first-report.tsx';
import { NotFoundPage } from '../site/not-found-page.tsx';
import { LatestReport } from './latest-report.tsx';

export function DevicesRoute() {
  return <DevicesPage />;
}

export function ConnectRoute() {
  return <ConnectPage followReports={useFollowReports()} />;
}

export function DeviceRoute() {
  return (
    <DevicePage
      followReports={useFollowReports()}
      latest={(deviceId) => <LatestReport key={deviceId} deviceId={deviceId} />}
      unknown={<NotFoundPage />}
    />
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
