import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Device } from '@vedette/contract/device';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useMay } from '../../api/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { buttonLook } from '../../ui/button-look.ts';
import { PageTitle } from '../../ui/pages/page-title.tsx';
import { FirstReport, type FollowReports } from '../connect/first-report.tsx';
import { DeviceStateBadge } from '../device-state-badge.tsx';
import { oneDevice } from '../devices.queries.ts';
import { DevicesFailed, DevicesStale } from '../devices-failed.tsx';
import { DevicesSkeleton } from '../devices-skeleton.tsx';
import { historyOf } from '../history-of.ts';
import { useDeviceEvents } from '../use-device-events.ts';
import { ChangeDeviceDialog } from './change-device-dialog.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

type Props = {
  followReports: FollowReports;
  /** Its last report. */
  latest: (deviceId: string) => ReactNode;
  /** Of teams: its drills. */
  drills?: ((deviceId: string) => ReactNode) | undefined;
  /** Shown for an unknown id. */
  unknown: ReactNode;
};

export function DevicePage({ followReports, latest, drills, unknown }: Props) {
  const { id = '' } = useParams();
  const { data: device, isError, error, isFetching, refetch } = useQuery(oneDevice(id));
  useDeviceEvents();
  const [installing, setInstalling] = useState(false);
  if (device?.last_seen_at === null && !installing) setInstalling(true);
  const failure = isError ? { reason: error.message, busy: isFetching, onRetry: () => void refetch() } : null;

  if (device === null) return unknown;
  return (
    <div className="page-width flex flex-col gap-5 py-6 lg:py-8">
      <PageTitle>{`${device?.name ?? 'Device'} · Vedette`}</PageTitle>
      <Link to="/devices" className="flex items-center gap-2 text-sm text-muted hover:text-ink">
        <IconArrowLeft size="1rem" aria-hidden="true" />
        All devices
      </Link>
      {failure && (device ? <DevicesStale {...failure} /> : <DevicesFailed {...failure} />)}
      {!device && !isError && <DevicesSkeleton />}
      {device && (
        <>
          <Head device={device} />
          {installing && <FirstReport deviceId={id} followReports={followReports} />}
          <DeviceFacts device={device} />
          {drills?.(id)}
          {latest(id)}
        </>
      )}
    </div>
  );
}

function Head({ device }: { device: Device }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'change' | 'rotate' | 'revoke' | null>(null);
  const mayManage = useMay('devices.manage');
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{device.name}</h1>
        <DeviceStateBadge device={device} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to={historyOf(device)} className={buttonLook({ variant: 'outline', size: 'small' })}>
          History
        </Link>
        {mayManage && (
          <>
            <Button variant="outline" size="small" onClick={() => setOpen('change')}>
              Rename or Move
            </Button>
            <Button variant="outline" size="small" onClick={() => setOpen('rotate')}>
              Rotate Key
            </Button>
            <Button variant="danger-outline" size="small" onClick={() => setOpen('revoke')}>
              Revoke
            </Button>
          </>
        )}
      </div>
      {open === 'change' && <ChangeDeviceDialog device={device} onClose={close} />}
      {open === 'rotate' && <RotateKeyDialog device={device} onClose={close} />}
      <RevokeDialog
        device={open === 'revoke' ? device : null}
        onClose={close}
        onRevoked={() => navigate('/devices', { replace: true })}
      />
    </div>
  );
}
