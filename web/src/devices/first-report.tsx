import { IconCheck, IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { classNames } from '../ui/class-names.ts';

/** Calls back with the id of each device that reports, until what it returns is called. */
export type FollowReports = (onReport: (deviceId: string) => void) => () => void;

type Props = {
  deviceId: string;
  /** It is known to have reported, as when the report came while the stream was interrupted. */
  reported: boolean;
  followReports: FollowReports;
};

/** Changes with the first report of a device, so that an installer sees that it works. */
export function FirstReport({ deviceId, reported, followReports }: Props) {
  const [heard, setHeard] = useState(false);
  useEffect(() => followReports((id) => id === deviceId && setHeard(true)), [deviceId, followReports]);
  const received = heard || reported;
  const Icon = received ? IconCheck : IconClock;
  return (
    <p
      role="status"
      className={classNames(
        'flex items-center gap-3 rounded-lg px-4 py-3 text-sm font-medium',
        received ? 'bg-calm-soft text-calm-ink' : 'bg-sunken text-muted',
      )}
    >
      <Icon size="1.25rem" aria-hidden="true" />
      {received ? 'First report received' : 'Waiting for the first report…'}
    </p>
  );
}
