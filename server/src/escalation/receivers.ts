import { randomUUID } from 'node:crypto';
import type { EscalationPolicy, People, Receiver } from '@vedette/contract/escalation';
import type { DueRung } from '@vedette/contract/escalation-rule';
import type { ListedIncident } from '../detections/incidents/incidents.store.ts';
import type { FiringRung, NewDelivery } from '../writer/escalation/change-escalation.ts';
import { stateNumber } from './deliveries.store.ts';
import { escalatedDetail } from './escalation.words.ts';
import type { PeopleStore } from './people.store.ts';

type Due = { incident: ListedIncident; policy: EscalationPolicy; due: DueRung; alarmAt: number; now: number };

export type ReceiverResolver = {
  /** Whom a rung reaches at this moment. */
  resolve: (due: Due) => Promise<FiringRung>;
  /** The deliveries to one receiver. Screens and sound have none: they follow the stream. */
  deliveriesTo: (receiver: Receiver) => Promise<NewDelivery[]>;
};

export function createReceivers(people: Pick<PeopleStore, 'find' | 'subscriptions'>): ReceiverResolver {
  async function deliveriesTo(receiver: Receiver): Promise<NewDelivery[]> {
    switch (receiver.kind) {
      case 'screens':
      case 'sound':
        return [];
      case 'webhook':
        return [asked('webhook', receiver.url, new URL(receiver.url).host)];
      case 'ntfy':
        return [asked('ntfy', receiver.topic, receiver.topic)];
      case 'email':
        return receiver.to.who === 'addresses'
          ? receiver.to.addresses.map((address) => asked('email', address, address))
          : mailsTo(receiver.to);
      case 'push':
        return pushesTo(receiver.to);
    }
  }

  async function mailsTo(to: People): Promise<NewDelivery[]> {
    const found = await people.find(to);
    // An address that nobody has confirmed may be a stranger's.
    const confirmed = found.filter(({ emailVerified }) => emailVerified);
    if (confirmed.length > 0) return confirmed.map(({ email, name }) => asked('email', email, name));
    return [nobody('email', to, found.length === 0 ? WITHOUT[to.who] : 'Nobody of them has confirmed a mail address')];
  }

  async function pushesTo(to: People): Promise<NewDelivery[]> {
    const found = await people.find(to);
    const names = new Map(found.map(({ id, name }) => [id, name]));
    const subscriptions = await people.subscriptions([...names.keys()]);
    if (subscriptions.length > 0) {
      return subscriptions.map(({ id, user_id }) => asked('push', String(id), names.get(user_id) ?? ''));
    }
    return [nobody('push', to, found.length === 0 ? WITHOUT[to.who] : 'Nobody of them receives push messages')];
  }

  return {
    deliveriesTo,
    async resolve({ incident, policy, due, alarmAt, now }) {
      const rule = policy.rules[due.rule];
      const receivers = rule?.rungs[due.rung]?.receivers ?? [];
      const deliveries = await Promise.all(receivers.map(deliveriesTo));
      const kinds = [...new Set(receivers.map(({ kind }) => kind))];
      const detail = JSON.stringify(escalatedDetail({ incident, due, kinds, alarmAt, now }));
      return { ...due, kinds, deliveries: deliveries.flat(), detail };
    },
  };
}

const WITHOUT: Record<People['who'], string> = {
  on_duty: 'Nobody is on duty',
  all: 'Nobody has an account',
  named: 'None of these people has an account any more',
};

const NAMES: Record<People['who'], string> = { on_duty: 'Who is on duty', all: 'Everybody', named: 'Named people' };

function asked(kind: NewDelivery['kind'], receiver: string, name: string): NewDelivery {
  const idempotency_key = randomUUID();
  return { kind, receiver, receiver_name: name, idempotency_key, state: stateNumber('asked'), error: null };
}

function nobody(kind: NewDelivery['kind'], { who }: People, error: string): NewDelivery {
  return { ...asked(kind, `nobody:${who}`, NAMES[who]), state: stateNumber('failed'), error };
}
