import { IconDeviceCctv, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Device } from '@vedette/contract/device';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { AddDeviceDialog } from './add-device-dialog.tsx';
import { DeviceList } from './device-list.tsx';
import { deviceList } from './devices.queries.ts';
import { DevicesFailed, DevicesStale } from './devices-failed.tsx';
import { DevicesSkeleton } from './devices-skeleton.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

export function DevicesPage() {
  const { data: devices, isError, error, isFetching, refetch } = useQuery(deviceList);
  const [adding, setAdding] = useState(false);
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
        <Button onClick={() => setAdding(true)}>
          <IconPlus size="1.1rem" aria-hidden="true" />
          Add Device
        </Button>
      </div>
      {failure && (devices ? <DevicesStale {...failure} /> : <DevicesFailed {...failure} />)}
      {!devices && !isError && <DevicesSkeleton />}
      {devices?.length === 0 && <NoDevices />}
      {devices && devices.length > 0 && <DeviceList devices={devices} onRevoke={setRevoking} />}
      {adding && <AddDeviceDialog onClose={() => setAdding(false)} />}
      <RevokeDialog device={revoking} onClose={() => setRevoking(null)} />
    </div>
  );
}

function NoDevices() {
  return (
    <div className="grid min-h-64 place-content-center justify-items-center gap-2 rounded-xl border border-dashed border-edge/60 px-6 py-12 text-center">
      <IconDeviceCctv size="2.25rem" stroke={1.4} className="text-muted" aria-hidden="true" />
      <p className="font-medium">No devices yet</p>
      <p className="max-w-sm text-sm text-muted">
        Add the first one to get its key and a command that sends a picture.
      </p>
    </div>
  );
}
