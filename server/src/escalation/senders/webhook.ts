import { createHmac } from 'node:crypto';
import { lateSeconds } from '../escalation.words.ts';
import type { Message } from './message.ts';
import { post, type Sent } from './post.ts';

type Parts = { url: string; secret: string | undefined; now: number };

/** The receiver checks the signature, refuses old timestamps, and takes messages with equal keys once. */
export async function sendWebhook(message: Message, { url, secret, now }: Parts): Promise<Sent> {
  if (secret === undefined) return { ok: false, error: 'WEBHOOK_SECRET is not set', final: true };
  const body = JSON.stringify(payloadOf(message));
  const timestamp = String(Math.floor(now / 1_000));
  return post(url, {
    body,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': message.idempotencyKey,
      'x-vedette-timestamp': timestamp,
      'x-vedette-signature': `sha256=${signatureOf({ timestamp, body, secret })}`,
    },
  });
}

export function signatureOf({ timestamp, body, secret }: { timestamp: string; body: string; secret: string }): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

function payloadOf({ deliveryId, idempotencyKey, isTest, incident, rung, askedAt, lateMs, title, link }: Message) {
  const isoTime = (at: number) => new Date(at).toISOString();
  return {
    event: isTest ? 'test' : 'incident.escalated',
    delivery_id: deliveryId,
    idempotency_key: idempotencyKey,
    test: isTest,
    asked_at: isoTime(askedAt),
    late_s: lateSeconds(lateMs),
    ...rung,
    title,
    link,
    incident: incident && {
      id: incident.id,
      weapon_type: incident.weapon_type,
      location: incident.location,
      device: incident.device,
      device_id: incident.device_id,
      threat_level: incident.threat_level,
      first_seen: isoTime(incident.first_at),
      last_seen: isoTime(incident.last_at),
      sightings: incident.sightings,
    },
  };
}
