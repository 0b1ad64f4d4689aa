import { createIncidentStore } from '../detections/incidents/incidents.store.ts';
import { createDeliveryStore, type DeliveryStore } from '../escalation/deliveries.store.ts';
import { type DeliveryQueue, startDeliveries } from '../escalation/delivery-queue.ts';
import { type EscalationEngine, startEscalation } from '../escalation/engine.ts';
import { createEscalationStore, type EscalationStore } from '../escalation/escalation.store.ts';
import { createPeopleStore, type PeopleStore } from '../escalation/people.store.ts';
import { createPolicyStore, type PolicyStore } from '../escalation/policy.store.ts';
import { createPushKeys } from '../escalation/push-keys.store.ts';
import { createReceivers, type ReceiverResolver } from '../escalation/receivers.ts';
import type { PushKeys } from '../escalation/senders/push.ts';
import { createSender } from '../escalation/senders/send-delivery.ts';
import type { AccountParts } from './account-parts.ts';
import type { DetectionParts } from './detection-parts.ts';
import type { DatabaseParts } from './open-database.ts';
import type { Basics, Closing } from './part.ts';

export type EscalationPart = {
  engine: EscalationEngine;
  deliveries: DeliveryQueue;
  escalationStore: EscalationStore;
  deliveryStore: DeliveryStore;
  policies: PolicyStore;
  people: PeopleStore;
  receivers: ReceiverResolver;
  pushKeys: () => Promise<PushKeys>;
};

type Parts = Basics &
  Pick<DatabaseParts, 'database'> &
  Pick<DetectionParts, 'writer'> &
  Pick<AccountParts, 'sendMail' | 'baseUrl'>;

/** Tells others when nobody answers an incident; null without a team. */
export async function openEscalationPart(
  parts: Parts,
): Promise<{ escalation: EscalationPart | null; closing: Closing }> {
  const { config, now, log, database, writer, sendMail, baseUrl } = parts;
  const store = createEscalationStore(database);
  if (!config.team) {
    await store.endWalk();
    return { escalation: null, closing: [] };
  }
  await store.beginWalk();
  const { kysely } = database;
  const [policies, people, deliveryStore] = [
    createPolicyStore(kysely),
    createPeopleStore(kysely),
    createDeliveryStore(kysely),
  ];
  const incidents = createIncidentStore(database, { team: false });
  const pushKeys = createPushKeys(kysely);
  const receivers = createReceivers(people);
  const deliveries = startDeliveries({
    ...{ store: deliveryStore, escalations: store, incidents, writer, baseUrl, now, random: Math.random, log },
    send: createSender({ settings: config.escalation, people, sendMail, pushKeys, now }),
  });
  const engine = startEscalation({
    ...{ store, policies, incidents, receivers, writer, now, log },
    onLooked: deliveries.wake,
  });
  return {
    escalation: { engine, deliveries, escalationStore: store, deliveryStore, policies, people, receivers, pushKeys },
    closing: [
      ['the escalation of incidents', engine.stop],
      ['deliveries', deliveries.stop],
    ],
  };
}
