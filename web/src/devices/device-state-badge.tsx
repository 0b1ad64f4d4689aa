import {
  IconCircleCheck,
  IconClockExclamation,
  IconMailbox,
  IconPlugConnectedX,
  IconVideoOff,
} from '@tabler/icons-react';
import type { Device } from '@vedette/contract/device';
import type { DeviceState } from '@vedette/contract/device-state';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { describeState } from './device-state.ts';

const looks: Record<DeviceState, { tone: BadgeTone; Icon: typeof IconVideoOff }> = {
  online: { tone: 'calm', Icon: IconCircleCheck },
  offline: { tone: 'caution', Icon: IconPlugConnectedX },
  blind: { tone: 'caution', Icon: IconVideoOff },
  'clock-wrong': { tone: 'neutral', Icon: IconClockExclamation },
  'outbox-growing': { tone: 'neutral', Icon: IconMailbox },
};

/** Nothing for a device that never sent a heartbeat. */
export function DeviceStateBadge({ device }: { device: Device }) {
  const text = describeState(device);
  if (!device.state || text === null) return null;
  const { tone, Icon } = looks[device.state];
  return (
    <Badge tone={tone}>
      <Icon size="1rem" className="shrink-0" aria-hidden="true" />
      {text}
    </Badge>
  );
}
