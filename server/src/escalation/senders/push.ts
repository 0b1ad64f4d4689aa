import type { NewSubscription } from '../people.store.ts';
import type { Message } from './message.ts';
import { post, type Sent } from './post.ts';

export type PushKeys = { publicKey: string; privateKey: string };

type Parts = { subscription: NewSubscription | undefined; keys: PushKeys; subject: string };

/** A push service keeps a message for so long for a phone that is off. */
const TTL_S = 600;

/** Encrypted for the browser, so that its push service cannot read it. */
export async function sendPush(message: Message, { subscription, keys, subject }: Parts): Promise<Sent> {
  if (subscription === undefined)
    return { ok: false, error: 'This browser no longer receives push messages', final: true };
  // Loaded when the first message is sent.
  const { default: webPush } = await import('web-push');
  const { isTest, title, sentences, link, idempotencyKey } = message;
  const payload = { title: isTest ? title : `Alarm: ${title}`, body: sentences.join(' '), link, key: idempotencyKey };
  const { endpoint, p256dh, auth } = subscription;
  try {
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails: { subject, ...keys },
      TTL: TTL_S,
      urgency: 'high',
    });
    return await post(request.endpoint, {
      headers: { ...stringHeaders(request.headers), 'idempotency-key': idempotencyKey },
      body: request.body as Buffer,
    });
  } catch {
    return { ok: false, error: 'The keys of this subscription are wrong', final: true, ended: true };
  }
}

/** fetch sets the length itself. */
function stringHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name === 'Content-Length' ? [] : [[name, String(value)]])),
  );
}
