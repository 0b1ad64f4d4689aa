import { IconDeviceCctv } from '@tabler/icons-react';
import type { Device } from '@vedette/contract/device';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useNow } from '../ui/use-now.ts';
import { describeLastSeen } from './last-seen.ts';

const dots = { reporting: 'bg-calm-dot', quiet: 'bg-edge', never: 'border border-edge' } as const;

export function DeviceList({ devices, onRevoke }: { devices: readonly Device[]; onRevoke: (device: Device) => void }) {
  const now = useNow(10_000);
  return (
    <Card>
      <ul aria-label="Devices" className="divide-y divide-line">
        {devices.map((device) => (
          <DeviceRow key={device.device_id} device={device} now={now} onRevoke={onRevoke} />
        ))}
      </ul>
    </Card>
  );
}

type RowProps = { device: Device; now: number; onRevoke: (device: Device) => void };

function DeviceRow({ device, now, onRevoke }: RowProps) {
  const { state, text } = describeLastSeen(device.last_seen_at, now);
  return (
    <li
      aria-label={device.name}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 sm:flex-nowrap sm:px-5"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink">
        <IconDeviceCctv size="1.3rem" stroke={1.6} aria-hidden="true" />
      </span>
      <div className="min-w-0 grow basis-40">
        <p className="truncate font-medium">{device.name}</p>
        <p className="truncate text-sm text-muted">
          {device.location ?? 'Unknown location'} · {device.device_id}
        </p>
      </div>
      <p className="flex w-44 shrink-0 items-center gap-2 text-sm text-muted tabular-nums">
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[state]}`} />
        <span>
          Last seen:{' '}
          <time dateTime={device.last_seen_at ?? undefined} className="text-ink">
            {text}
          </time>
        </span>
      </p>
      <Button variant="danger-outline" size="small" className="ml-auto sm:ml-0" onClick={() => onRevoke(device)}>
        Revoke
      </Button>
    </li>
  );
}
