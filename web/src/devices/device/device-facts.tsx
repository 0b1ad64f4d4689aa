import type { Device } from '@vedette/contract/device';
import { Card } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { formatTime } from '../../ui/moment.ts';
import { useNow } from '../../ui/use-now.ts';
import { describeLastSeen, minuteOf } from '../last-seen.ts';
import { describeOtherLabels } from '../other-labels.ts';

export function DeviceFacts({ device }: { device: Device }) {
  const now = useNow(10_000);
  const { state, text } = describeLastSeen(device.last_seen_at, now);
  const otherLabels = describeOtherLabels(device);
  return (
    <Card className="p-4 sm:p-5">
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Fact name="Location">{device.location ?? 'Unknown'}</Fact>
        <Fact name={device.heartbeat ? 'Last seen' : 'Last report'}>
          {state === 'quiet' ? `${text} (quiet)` : text}
        </Fact>
        <Fact name="Device ID">{device.device_id}</Fact>
        <Fact name="Added">{formatTime(device.created_at)}</Fact>
        {device.old_key_until && <Fact name="Old key">{`Valid until ${minuteOf(device.old_key_until)}`}</Fact>}
        <HeartbeatFacts device={device} />
        {otherLabels && <Fact name="Labels">{otherLabels}</Fact>}
      </dl>
    </Card>
  );
}

/** What its last heartbeat said. */
function HeartbeatFacts({ device: { heartbeat } }: { device: Device }) {
  if (!heartbeat) return null;
  const { fps, outbox, model, version } = heartbeat;
  const dead = outbox.dead > 0 ? `, ${formatCount(outbox.dead)} given up` : '';
  return (
    <>
      <Fact name="Frames per second">{String(Math.round(fps * 10) / 10)}</Fact>
      <Fact name="Reports that wait on the device">{`${formatCount(outbox.waiting)}${dead}`}</Fact>
      <Fact name="Model">{model ? `${model.name} (${model.sha256.slice(0, 12)})` : 'None'}</Fact>
      <Fact name="Agent version">{version}</Fact>
    </>
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
