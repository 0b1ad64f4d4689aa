import type { ListedIncident } from '../detections/incidents/incidents.store.ts';
import type { Api } from '../http/api.ts';
import type { OpenBuckets } from '../http/guards/token-buckets.ts';
import { deliveryRoutes } from './deliveries.routes.ts';
import type { DeliveryStore } from './deliveries.store.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { dutyRoutes } from './duty.routes.ts';
import { createEscalationActions } from './escalation.actions.ts';
import { escalationRoutes } from './escalation.routes.ts';
import type { EscalationStore } from './escalation.store.ts';
import type { PeopleStore } from './people.store.ts';
import type { PolicyStore } from './policy.store.ts';
import { pushRoutes } from './push.routes.ts';
import type { ReceiverResolver } from './receivers.ts';
import type { PushKeys } from './senders/push.ts';

type Parts = {
  deliveries: DeliveryQueue;
  escalationStore: EscalationStore;
  deliveryStore: DeliveryStore;
  policies: PolicyStore;
  people: PeopleStore;
  receivers: ReceiverResolver;
  pushKeys: () => Promise<PushKeys>;
  incidents: { byId: (id: number) => Promise<ListedIncident | null> };
  openBuckets: OpenBuckets;
  webhooks: boolean;
  now: () => number;
};

/** The routes of what happens when nobody answers. */
export function registerEscalation(api: Api, parts: Parts): void {
  const { deliveries, escalationStore, deliveryStore, policies, people, receivers, pushKeys } = parts;
  const { incidents, openBuckets, webhooks, now } = parts;
  const { wake } = deliveries;
  const actions = createEscalationActions({
    policies,
    people,
    receivers,
    deliveries: deliveryStore,
    wake,
    webhooks,
    now,
  });
  escalationRoutes(api, { actions, store: escalationStore, incidents, openBuckets });
  deliveryRoutes(api, { store: deliveryStore, wake, now });
  dutyRoutes(api, { people, now });
  pushRoutes(api, { people, pushKeys, now });
}
