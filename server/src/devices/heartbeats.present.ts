import type { Device } from '@vedette/contract/device';
import { type ReceivedHeartbeat, stateOf, stateSince } from './heartbeats.rules.ts';

export function presentHeartbeat(
  received: ReceivedHeartbeat | undefined,
  now: number,
): Pick<Device, 'heartbeat' | 'state' | 'state_since'> {
  if (received === undefined) return { heartbeat: null, state: null, state_since: null };
  const { heartbeat, at } = received;
  const { sent_at, last_frame_age, fps, outbox, model, version, metrics } = heartbeat;
  const state = stateOf(received, now);
  return {
    heartbeat: {
      received_at: new Date(at).toISOString(),
      sent_at,
      clock_difference: at - Date.parse(sent_at),
      ...{ last_frame_age, fps, outbox, model, version },
      ...(metrics && { metrics }),
    },
    state,
    state_since: new Date(stateSince(received, state)).toISOString(),
  };
}
