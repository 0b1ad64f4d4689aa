import { type DeviceState, deviceState, isUnwatched } from '@vedette/contract/device-state';
import type { Heartbeat } from '@vedette/contract/heartbeat';
import { UNWATCHED_NAMED } from '@vedette/contract/limits';
import type { UnwatchedDevices } from '@vedette/contract/stream-event';

/** A received heartbeat, and since when the state that it shows lasts; in milliseconds. */
export type Received = { heartbeat: Heartbeat; at: number; stateSince: number };
export type Watched = { name: string; received: Received };

export function stateOf({ heartbeat, at }: Pick<Received, 'heartbeat' | 'at'>, now: number): DeviceState | null {
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

/** A silent device was last known of at its last heartbeat. */
export function stateSince(received: Received, state: DeviceState | null): number {
  return state === 'offline' ? received.at : received.stateSince;
}

/** @param before the device's heartbeat before it */
export function receive(heartbeat: Heartbeat, at: number, before: Received | undefined): Received {
  const state = stateOf({ heartbeat, at }, at);
  if (before && stateOf(before, at) === state) return { heartbeat, at, stateSince: before.stateSince };
  // The camera went blind with its last frame, not with the heartbeat that says so.
  const blindFor = state === 'blind' ? (heartbeat.last_frame_age ?? 0) : 0;
  return { heartbeat, at, stateSince: at - blindFor };
}

export function unwatchedDevices(devices: ReadonlyMap<string, Watched>, now: number): UnwatchedDevices {
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
