import {
  ChangedPolicy,
  DeliveriesAnswer,
  EscalationStateAnswer,
  PolicyAnswer,
  TestRequest,
} from '@vedette/contract/delivery';
import { ErrorAnswer } from '@vedette/contract/error';
import type { ListedIncident } from '../detections/incidents/incidents.store.ts';
import { actorOf } from '../http/actor.ts';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import { signedInUser } from '../http/guards/closed-by-default.ts';
import type { OpenBuckets } from '../http/guards/token-buckets.ts';
import { isoTime, presentDelivery } from './deliveries.present.ts';
import type { EscalationActions } from './escalation.actions.ts';
import type { EscalationStore } from './escalation.store.ts';
import { titleOf } from './escalation.words.ts';

type Parts = {
  actions: EscalationActions;
  store: Pick<EscalationStore, 'shown' | 'undelivered'>;
  incidents: { byId: (id: number) => Promise<ListedIncident | null> };
  openBuckets: OpenBuckets;
};

const SHOWN_MAX = 20;

export function escalationRoutes(api: Api, { actions, store, incidents, openBuckets }: Parts): void {
  const tags = ['escalation'];
  const tests = openBuckets('escalation tests', { capacity: 20, perSecond: 1 / 3 });

  api.get(
    '/api/escalation/policy',
    { config: { action: 'escalation.read' }, schema: { tags, response: { 200: PolicyAnswer } } },
    () => actions.policy(),
  );

  api.put(
    '/api/escalation/policy',
    {
      config: { action: 'escalation.change' },
      schema: { tags, body: ChangedPolicy, response: { 200: PolicyAnswer, '4xx': ErrorAnswer } },
    },
    (request) => actions.changePolicy(request.body, { user: signedInUser(request), actor: actorOf(request) }),
  );

  api.post(
    '/api/escalation/tests',
    {
      config: { action: 'escalation.change' },
      schema: { tags, body: TestRequest, response: { 201: DeliveriesAnswer, '4xx': ErrorAnswer } },
    },
    async (request, reply) => {
      const seconds = await tests.take(signedInUser(request).id);
      if (seconds > 0) {
        throw apiError('RATE_LIMITED', 'Too many tests; please wait a moment', {
          retryAfterSeconds: Math.ceil(seconds),
        });
      }
      const rows = await actions.test(request.body.receiver);
      return reply.code(201).send({ success: true as const, deliveries: rows.map(presentDelivery) });
    },
  );

  api.get(
    '/api/escalation/state',
    { config: { action: 'escalation.read' }, schema: { tags, response: { 200: EscalationStateAnswer } } },
    async () => {
      const [unanswered, rows] = await Promise.all([store.shown(SHOWN_MAX), store.undelivered(SHOWN_MAX)]);
      const found = await Promise.all(
        rows.map(async ({ incident_id, undelivered_since: since }) => {
          const incident = await incidents.byId(incident_id);
          if (incident === null || since === null) return [];
          return [{ incident_id, title: titleOf(incident), since: isoTime(since) }];
        }),
      );
      return { success: true as const, unanswered, undelivered: found.flat() };
    },
  );
}
