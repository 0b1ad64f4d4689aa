import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchAfterChange } from '../api/refetch-after-change.ts';
import { useLiveStream } from '../live/live-context.ts';
import { deviceList } from './devices.queries.ts';

/** Loads the shown devices again when the state of any device has changed. */
export function useDeviceEvents(): void {
  const client = useQueryClient();
  const stream = useLiveStream();
  useEffect(() => {
    let known = stream.connection().devices;
    return stream.subscribe(() => {
      const { devices } = stream.connection();
      if (devices === known) return;
      known = devices;
      void refetchAfterChange(client, deviceList.queryKey);
    });
  }, [client, stream]);
}
