import { ErrorAnswer } from '@vedette/contract/error';
import { HEARTBEAT_URL, Heartbeat, HeartbeatAnswer } from '@vedette/contract/heartbeat';
import type { Heartbeats } from '../devices/heartbeats.ts';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import { callingDevice } from '../http/guards/closed-by-default.ts';
import { timeProblem } from './ingest.rules.ts';

type Parts = {
  heartbeats: Pick<Heartbeats, 'note'>;
  /** Called when a device's heartbeat was accepted. */
  onAccepted: (deviceId: string) => void;
};

export function heartbeatRoutes(api: Api, { heartbeats, onAccepted }: Parts): void {
  api.post(
    HEARTBEAT_URL,
    {
      config: { access: 'device' },
      schema: {
        summary: 'A device says that it works, and how',
        description:
          'Every 30 seconds, and at once when its camera stops or begins to send frames. The last one counts.',
        body: Heartbeat,
        response: { 200: HeartbeatAnswer, 400: ErrorAnswer },
      },
    },
    async (request) => {
      // A wrong clock is what a heartbeat shows: only times that answers cannot carry are refused.
      const problem = timeProblem(Date.parse(request.body.sent_at), Number.POSITIVE_INFINITY);
      if (problem !== null) throw apiError('BAD_REQUEST', `sent_at ${problem}`, { field: 'sent_at' });
      const device = callingDevice(request);
      const noted = heartbeats.note(device, request.body);
      if ('wait' in noted) {
        const retryAfterSeconds = Math.ceil(noted.wait);
        throw apiError('RATE_LIMITED', 'A device sends at most one heartbeat a second', { retryAfterSeconds });
      }
      onAccepted(device.id);
      return { success: true as const, received_at: new Date(noted.receivedAt).toISOString() };
    },
  );
}
