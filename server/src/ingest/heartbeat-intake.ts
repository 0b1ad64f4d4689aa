import type { Heartbeat, HeartbeatAnswer } from '@vedette/contract/heartbeat';
import type { Heartbeats } from '../devices/heartbeats.ts';
import { apiError } from '../http/errors.ts';
import type { CallingDevice } from '../http/guards/closed-by-default.ts';
import { timeProblem } from './ingest.rules.ts';

/** Returns the answer, or throws the error to answer with. */
export type HeartbeatIntake = (device: CallingDevice, heartbeat: Heartbeat) => HeartbeatAnswer;

type Parts = {
  heartbeats: Pick<Heartbeats, 'record'>;
  /** Called when a device's heartbeat was accepted. */
  onAccepted: (deviceId: string) => void;
};

/** Records a valid heartbeat that came over HTTP or MQTT. */
export function createHeartbeatIntake({ heartbeats, onAccepted }: Parts): HeartbeatIntake {
  return (device, heartbeat) => {
    // Heartbeats reveal wrong clocks, so only times that answers cannot represent are refused.
    const problem = timeProblem(Date.parse(heartbeat.sent_at), Number.POSITIVE_INFINITY);
    if (problem !== null) throw apiError('BAD_REQUEST', `sent_at ${problem}`, { field: 'sent_at' });
    const result = heartbeats.record(device, heartbeat);
    if ('wait' in result) {
      const retryAfterSeconds = Math.ceil(result.wait);
      throw apiError('RATE_LIMITED', 'A device sends at most one heartbeat a second', { retryAfterSeconds });
    }
    onAccepted(device.id);
    return { success: true, received_at: new Date(result.receivedAt).toISOString() };
  };
}
