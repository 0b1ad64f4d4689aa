import { IconDeviceCctv } from '@tabler/icons-react';
import type { Device } from '@vedette/contract/device';
import { Link } from 'react-router';
import { useMay } from '../../api/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { buttonLook } from '../../ui/button-look.ts';
import { Card } from '../../ui/card.tsx';
import { formatTime } from '../../ui/moment.ts';
import { DeviceStateBadge } from '../device-state-badge.tsx';
import { historyOf } from '../history-of.ts';
import { describeLastSeen } from '../last-seen.ts';
import { describeOtherLabels } from '../other-labels.ts';

const dots = { reporting: 'bg-calm-dot', quiet: 'bg-edge', never: 'border border-edge' } as const;

type ListProps = { devices: readonly Device[]; now: number; onRevoke: (device: Device) => void };

export function DeviceList({ devices, now, onRevoke }: ListProps) {
  return (
    <Card className="overflow-hidden">
      <table className="w-full text-left text-sm max-md:block">
        <thead className="border-b border-line text-xs text-muted max-md:sr-only">
          <tr>
            <th className="px-5 py-3 font-medium">Device</th>
            <th className="px-3 py-3 font-medium">Location</th>
            <th className="px-3 py-3 font-medium">Last seen</th>
            <th className="px-5 py-3">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-md:block">
          {devices.map((device) => (
            <DeviceRow key={device.device_id} device={device} now={now} onRevoke={onRevoke} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type RowProps = { device: Device; now: number; onRevoke: (device: Device) => void };

function DeviceRow({ device, now, onRevoke }: RowProps) {
  const { state, text } = describeLastSeen(device.last_seen_at, now);
  const mayManage = useMay('devices.manage');
  const otherLabels = describeOtherLabels(device);
  return (
    <tr className="max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:gap-y-1 max-md:p-4">
      <td className="max-w-80 md:px-5 md:py-3.5 max-md:col-span-2">
        <div className="flex items-center gap-3.5">
          <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink">
            <IconDeviceCctv size="1.3rem" stroke={1.6} aria-hidden="true" />
          </span>
          <div className="min-w-0">
            <p className="truncate font-medium">
              <Link to={`/devices/${device.device_id}`} className="hover:underline">
                {device.name}
              </Link>
            </p>
            <p className="truncate text-xs text-muted">{device.device_id}</p>
            {device.state && (
              <p className="mt-1">
                <DeviceStateBadge device={device} />
              </p>
            )}
            {otherLabels && <p className="mt-1 text-xs text-caution-ink">{otherLabels}</p>}
          </div>
        </div>
      </td>
      <td className="max-w-72 truncate md:px-3 max-md:col-span-2 max-md:mt-1 max-md:max-w-none">
        {device.location ?? <span className="text-muted">Unknown</span>}
      </td>
      <td className="whitespace-nowrap tabular-nums md:px-3 max-md:self-center">
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[state]}`} />
          <time dateTime={device.last_seen_at ?? undefined} title={exactTime(device.last_seen_at)}>
            {text}
          </time>
        </span>
      </td>
      <td className="text-right md:px-5">
        <div className="flex flex-wrap justify-end gap-2">
          <Link to={historyOf(device)} className={buttonLook({ variant: 'outline', size: 'small' })}>
            History
            <span className="sr-only">{` of ${device.name}`}</span>
          </Link>
          {mayManage && (
            <Button variant="danger-outline" size="small" onClick={() => onRevoke(device)}>
              Revoke
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

function exactTime(iso: string | null): string | undefined {
  return iso === null ? undefined : formatTime(iso);
}
