import { type DeviceState, deviceState, isUnwatched } from '@vedette/contract/device-state';
import type { Heartbeat } from '@vedette/contract/heartbeat';
import { UNWATCHED_NAMED } from '@vedette/contract/limits';
import type { UnwatchedDevices } from '@vedette/contract/stream-event';

/** A received heartbeat, its time, and the start of the state that it shows; in milliseconds. */
export type ReceivedHeartbeat = { heartbeat: Heartbeat; at: number; stateSince: number };
export type DeviceHeartbeat = { name: string; received: ReceivedHeartbeat };

export function stateOf(
  { heartbeat, at }: Pick<ReceivedHeartbeat, 'heartbeat' | 'at'>,
  now: number,
): DeviceState | null {
  const { sent_at, last_frame_age, outbox } = heartbeat;
  return deviceState(
    {
      receivedAt: at,
      sentAt: Date.parse(sent_at),
      lastFrameAge: last_frame_age,
      outbox: { waiting: outbox.waiting, oldestAge: outbox.oldest_age },
    },
    now,
  );
}

/** A silent device has been offline since its last heartbeat. */
export function stateSince(received: ReceivedHeartbeat, state: DeviceState | null): number {
  return state === 'offline' ? received.at : received.stateSince;
}

/** @param before the device's previous heartbeat */
export function toReceived(heartbeat: Heartbeat, at: number, before: ReceivedHeartbeat | undefined): ReceivedHeartbeat {
  const state = stateOf({ heartbeat, at }, at);
  if (before && stateOf(before, at) === state) return { heartbeat, at, stateSince: before.stateSince };
  // The camera has been blind since its last frame, not since this heartbeat.
  const blindFor = state === 'blind' ? (heartbeat.last_frame_age ?? 0) : 0;
  return { heartbeat, at, stateSince: at - blindFor };
}

export function unwatchedDevices(devices: ReadonlyMap<string, DeviceHeartbeat>, now: number): UnwatchedDevices {
  const unwatched = [...devices].flatMap(([id, { name, received }]) => {
    const state = stateOf(received, now);
    return isUnwatched(state) ? [{ id, name, state, since: stateSince(received, state) }] : [];
  });
  unwatched.sort((a, b) => b.since - a.since || a.name.localeCompare(b.name));
  const latest = unwatched.slice(0, UNWATCHED_NAMED).map(({ id, name, state, since }) => ({
    ...{ device_id: id, name, state },
    since: new Date(since).toISOString(),
  }));
  return { count: unwatched.length, latest };
}
