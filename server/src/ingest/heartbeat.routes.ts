import { ErrorAnswer } from '@vedette/contract/error';
import { HEARTBEAT_URL, Heartbeat, HeartbeatAnswer } from '@vedette/contract/heartbeat';
import type { Api } from '../http/api.ts';
import { callingDevice } from '../http/guards/closed-by-default.ts';
import type { HeartbeatIntake } from './heartbeat-intake.ts';

export function heartbeatRoutes(api: Api, { note }: { note: HeartbeatIntake }): void {
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
    async (request) => note(callingDevice(request), request.body),
  );
}
