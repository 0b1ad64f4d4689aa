import type { Device } from '@vedette/contract/device';
import { Card } from '../ui/card.tsx';
import { useNow } from '../ui/use-now.ts';
import { describeLastSeen, minuteOf } from './last-seen.ts';
import { describeOtherLabels } from './other-labels.ts';

export function DeviceFacts({ device }: { device: Device }) {
  const now = useNow(10_000);
  const { state, text } = describeLastSeen(device.last_seen_at, now);
  const otherLabels = describeOtherLabels(device);
  return (
    <Card className="p-4 sm:p-5">
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Fact name="Location">{device.location ?? 'Unknown'}</Fact>
        <Fact name="Last report">{state === 'quiet' ? `${text} (quiet)` : text}</Fact>
        <Fact name="Device ID">{device.device_id}</Fact>
        <Fact name="Added">{new Date(device.created_at).toLocaleString('en-GB')}</Fact>
        {device.old_key_until && <Fact name="Old key">{`Valid until ${minuteOf(device.old_key_until)}`}</Fact>}
        {otherLabels && <Fact name="Labels">{otherLabels}</Fact>}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
