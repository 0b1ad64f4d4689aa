import { DoneAnswer, PushEndedRequest, PushKeyAnswer, PushSubscriptionRequest } from '@vedette/contract/delivery';
import { ErrorAnswer } from '@vedette/contract/error';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import { signedInUser } from '../http/guards/closed-by-default.ts';
import type { PeopleStore } from './people.store.ts';
import type { PushKeys } from './senders/push.ts';

type Parts = { people: PeopleStore; pushKeys: () => Promise<PushKeys>; now: () => number };

export function pushRoutes(api: Api, { people, pushKeys, now }: Parts): void {
  const tags = ['push'];

  api.get(
    '/api/push/key',
    { config: { action: 'alarms.receive' }, schema: { tags, response: { 200: PushKeyAnswer } } },
    async () => ({
      success: true as const,
      public_key: (await pushKeys()).publicKey,
    }),
  );

  api.put(
    '/api/push/subscription',
    {
      config: { action: 'alarms.receive' },
      schema: { tags, body: PushSubscriptionRequest, response: { 200: DoneAnswer, 400: ErrorAnswer } },
    },
    async (request) => {
      const { endpoint, keys } = request.body;
      if (!isPushService(endpoint)) {
        throw apiError('BAD_REQUEST', 'endpoint must be the https address of a push service', { field: 'endpoint' });
      }
      await people.subscribe(signedInUser(request).id, { endpoint, ...keys }, now());
      return { success: true as const };
    },
  );

  api.delete(
    '/api/push/subscription',
    {
      config: { action: 'alarms.receive' },
      schema: { tags, body: PushEndedRequest, response: { 200: DoneAnswer, 400: ErrorAnswer } },
    },
    async (request) => {
      await people.unsubscribe(signedInUser(request).id, request.body.endpoint);
      return { success: true as const };
    },
  );
}

/** Over https, as all browsers give it; a push service on the machine itself may do without. */
function isPushService(endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1');
}
