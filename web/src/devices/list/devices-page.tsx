import { IconDeviceCctv, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Device } from '@vedette/contract/device';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../api/permissions.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { PageTitle } from '../../ui/pages/page-title.tsx';
import { useNow } from '../../ui/use-now.ts';
import { RevokeDialog } from '../device/revoke-dialog.tsx';
import { deviceList } from '../devices.queries.ts';
import { DevicesFailed, DevicesStale } from '../devices-failed.tsx';
import { DevicesSkeleton } from '../devices-skeleton.tsx';
import { useDeviceEvents } from '../use-device-events.ts';
import { DeviceFilters } from './device-filters.tsx';
import { DeviceList } from './device-list.tsx';
import { type Choice, isQuiet, shownDevices } from './shown-devices.ts';

export function DevicesPage() {
  const { data: devices, isError, error, isFetching, refetch } = useQuery(deviceList);
  useDeviceEvents();
  const now = useNow(10_000);
  const mayManage = useMay('devices.manage');
  const [choice, setChoice] = useState<Choice>({ search: '', quiet: false, order: 'added' });
  const shown = shownDevices(devices ?? [], choice, now);
  const [revoking, setRevoking] = useState<Device | null>(null);
  const failure = isError ? { reason: error.message, busy: isFetching, onRetry: () => void refetch() } : null;

  return (
    <div className="page-width flex flex-col gap-5 py-6 lg:py-8">
      <PageTitle>Devices · Vedette</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Devices</h1>
          <p className="mt-1 text-sm text-muted">Cameras that may report detections, each with a key of its own.</p>
        </div>
        {mayManage && (
          <Link to="/devices/connect" className={buttonLook({})}>
            <IconPlus size="1.1rem" aria-hidden="true" />
            Add Device
          </Link>
        )}
      </div>
      {failure && (devices ? <DevicesStale {...failure} /> : <DevicesFailed {...failure} />)}
      {!devices && !isError && <DevicesSkeleton />}
      {devices?.length === 0 && (
        <Nothing
          title="No devices yet"
          hint={
            mayManage
              ? 'Add the first one to get its key and the command that connects its camera.'
              : 'An administrator can add the first one.'
          }
        />
      )}
      {devices && devices.length > 0 && (
        <>
          <DeviceFilters
            choice={choice}
            counts={{
              all: devices.length,
              quiet: devices.filter((device) => isQuiet(device, now)).length,
              shown: shown.length,
            }}
            onChoose={setChoice}
          />
          {shown.length > 0 ? (
            <DeviceList devices={shown} now={now} onRevoke={setRevoking} />
          ) : (
            <Nothing title="No device matches" hint="Change the search, or look at all of them." />
          )}
        </>
      )}
      <RevokeDialog device={revoking} onClose={() => setRevoking(null)} />
    </div>
  );
}

function Nothing({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="grid min-h-64 place-content-center justify-items-center gap-2 rounded-xl border border-dashed border-edge/60 px-6 py-12 text-center">
      <IconDeviceCctv size="2.25rem" stroke={1.4} className="text-muted" aria-hidden="true" />
      <p className="font-medium">{title}</p>
      <p className="max-w-md text-sm text-muted">{hint}</p>
    </div>
  );
}
