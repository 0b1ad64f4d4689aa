import type { Device } from '@vedette/contract/device';
import { formatCount } from '../ui/format-count.ts';
import { momentOf } from '../ui/moment.ts';

/** One of these phrases; null for a device that never sent a heartbeat. */
export function describeState({ state, state_since, heartbeat }: Device): string | null {
  switch (state) {
    case 'online':
      return 'Online';
    case 'blind':
      return 'Camera sends no frames';
    case 'offline':
      return state_since ? `Offline since ${momentOf(state_since)}` : 'Offline';
    case 'clock-wrong':
      return heartbeat ? clockText(heartbeat.clock_difference) : 'Clock is wrong';
    case 'outbox-growing':
      return waitingText(heartbeat?.outbox.waiting ?? 0);
    default:
      return null;
  }
}

function waitingText(count: number): string {
  return count === 1 ? '1 report waits on the device' : `${formatCount(count)} reports wait on the device`;
}

/** @param difference the server's time minus the device's, in milliseconds */
function clockText(difference: number): string {
  return `Clock is ${durationText(Math.abs(difference))} ${difference < 0 ? 'ahead' : 'behind'}`;
}

function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.round(hours / 24)} days`;
}
