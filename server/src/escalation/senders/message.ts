import type { ListedIncident } from '../../detections/incidents/incidents.store.ts';
import { latenessInWords, titleOf } from '../escalation.words.ts';

/** What a delivery tells, independent of how it is sent. */
export type Message = {
  deliveryId: number;
  idempotencyKey: string;
  isTest: boolean;
  /** 'Knife at North gate'. */
  title: string;
  sentences: string[];
  /** Opening it marks the delivery as opened. */
  link: string;
  level: number;
  rung: { rule: number; rung: number };
  askedAt: number;
  lateMs: number;
  incident: Pick<
    ListedIncident,
    'id' | 'weapon_type' | 'location' | 'device' | 'device_id' | 'threat_level' | 'first_at' | 'last_at' | 'sightings'
  > | null;
};

type Asked = {
  delivery: { id: number; idempotency_key: string; rule: number; rung: number; asked_at: number; due_at: number };
  incident: ListedIncident | null;
  baseUrl: string;
};

/** @param asked.incident null for a test */
export function messageOf({ delivery, incident, baseUrl }: Asked): Message {
  const { id, idempotency_key, rule, rung, asked_at, due_at } = delivery;
  const lateMs = asked_at - due_at;
  const shared = { deliveryId: id, idempotencyKey: idempotency_key, rung: { rule, rung }, askedAt: asked_at, lateMs };
  if (incident === null) {
    return {
      ...{ ...shared, incident, isTest: true, level: 1, title: 'Test' },
      sentences: ['This is a test of the escalation policy. There is no alarm.'],
      link: `${baseUrl}/escalation`,
    };
  }
  const { sightings, threat_level: level } = incident;
  return {
    ...{ ...shared, incident, isTest: false, level, title: titleOf(incident) },
    sentences: [
      `Nobody has acknowledged it yet. Level ${level}, seen ${sightings === 1 ? 'once' : `${sightings} times`}.`,
      ...[latenessInWords(lateMs)].filter((sentence) => sentence !== ''),
    ],
    link: `${baseUrl}/incidents/${incident.id}?delivery=${id}`,
  };
}
