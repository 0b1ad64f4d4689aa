import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasReported } from '../devices.queries.ts';
import { InstallStep } from './install-step.tsx';

/** Calls back with the id of each device that reports, until what it returns is called. */
export type FollowReports = (onReport: (deviceId: string) => void) => () => void;

type Props = { deviceId: string; followReports: FollowReports };

/** Changes with the first report of a device; one that came while the stream was interrupted is asked for. */
export function FirstReport({ deviceId, followReports }: Props) {
  const [heard, setHeard] = useState(false);
  useEffect(() => followReports((id) => id === deviceId && setHeard(true)), [deviceId, followReports]);
  const { data: known = false } = useQuery({ ...hasReported(deviceId), enabled: !heard });
  const received = heard || known;
  return (
    <InstallStep state={received ? 'done' : 'waiting'}>
      {received ? 'First report received' : 'Waiting for the first report…'}
    </InstallStep>
  );
}
