import { useCallback } from 'react';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { ConnectPage } from '../devices/connect/connect-page.tsx';
import type { FollowReports } from '../devices/connect/first-report.tsx';
import { DevicePage } from '../devices/device/device-page.tsx';
import { DevicesPage } from '../devices/list/devices-page.tsx';
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
