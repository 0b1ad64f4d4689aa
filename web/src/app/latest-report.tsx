import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AllDetectionsAnswer } from '@vedette/contract/detection';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { request } from '../api/request.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { FrameThumbnail } from '../frames/frame-thumbnail.tsx';
import { LatestMetrics } from '../modals/metrics/latest-metrics.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatTime } from '../ui/moment.ts';
import { Skeleton } from '../ui/skeleton.tsx';

/** After events the newest detections are loaded at most once in this time. */
const SETTLE_MS = 1_500;
/** A report may have no picture: the last one is searched among so many reports. */
const LOOKED_THROUGH = 20;

/** The last picture and the last metrics of a device. */
export function LatestReport({ deviceId }: { deviceId: string }) {
  const { data: detections, isError, error, isFetching, refetch } = useNewestOf(deviceId);
  if (!detections) {
    return isError ? (
      <Card role="alert" className="grid justify-items-center gap-3 p-5 text-center text-sm text-danger-ink">
        <p className="font-medium">The last report could not be loaded.</p>
        <p>{error.message}</p>
        <Button variant="outline" size="small" busy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </Card>
    ) : (
      <Card aria-busy="true" className="p-5">
        <Skeleton className="h-44" />
        <p className="sr-only">Loading the last report</p>
      </Card>
    );
  }
  const [newest] = detections;
  if (!newest) return <Card className="p-5 text-sm text-muted">No detections of this device are stored.</Card>;
  const pictured = detections.find((detection) => detection.has_binary_jpeg || detection.frame_url);
  return (
    <>
      {isError && (
        <p role="alert" className="text-sm text-danger-ink">
          {`The last report could not be renewed (${error.message}).`}
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        <Card className="p-4 sm:p-5">
          <h2 className="mb-3 font-semibold">Last Picture</h2>
          {pictured ? (
            <>
              <FrameThumbnail key={pictured.id} detection={pictured} large className="aspect-video w-full rounded-xl" />
              <p className="mt-3 text-sm text-muted">{formatTime(pictured.timestamp)}</p>
            </>
          ) : (
            <p className="text-sm text-muted">{`None among its last ${LOOKED_THROUGH} reports.`}</p>
          )}
        </Card>
        <Card className="p-4 sm:p-5">
          <h2 className="mb-3 font-semibold">Last Metrics</h2>
          <LatestMetrics key={newest.id} id={newest.id} />
          <p className="mt-3 text-sm">
            <Link to={`/dashboard?threat=${newest.id}`} className="text-accent-ink hover:underline">
              {`Detection ${newest.id}`}
            </Link>
          </p>
        </Card>
      </div>
    </>
  );
}

function useNewestOf(deviceId: string) {
  const store = useDashboardStore();
  const client = useQueryClient();
  const address = `/detections/all?device_id=${encodeURIComponent(deviceId)}&limit=${LOOKED_THROUGH}`;
  const query = useQuery({
    queryKey: ['detections', 'newest of device', deviceId],
    queryFn: async () => (await request<AllDetectionsAnswer>(address)).data,
    refetchOnMount: 'always',
  });

  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe((events) => {
      const concerned = events.some((it) => it.type !== 'detection.created' || it.data.device_id === deviceId);
      if (!concerned) return;
      due ??= setTimeout(() => {
        due = undefined;
        void client.refetchQueries({ queryKey: ['detections', 'newest of device', deviceId] });
        void client.refetchQueries({ queryKey: ['devices', deviceId] });
      }, SETTLE_MS);
    });
    return () => {
      stop();
      clearTimeout(due);
    };
  }, [client, deviceId, store]);

  return query;
}
