import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUnwatchedDevices } from '../live/live-context.ts';
import { deviceList } from './devices.queries.ts';

/** Loads the shown devices again when the state of any device has changed. */
export function useDeviceEvents(): void {
  const client = useQueryClient();
  const devices = useUnwatchedDevices();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object says that a state has changed
  useEffect(() => {
    void client.refetchQueries({ queryKey: deviceList.queryKey, type: 'active' });
  }, [client, devices]);
}
