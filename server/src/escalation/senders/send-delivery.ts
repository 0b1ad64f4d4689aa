import type { SendMail } from '../../mail/mailer.ts';
import type { Send } from '../delivery-queue.ts';
import type { PeopleStore } from '../people.store.ts';
import { sendEmail } from './email.ts';
import { sendNtfy } from './ntfy.ts';
import type { Sent } from './post.ts';
import { type PushKeys, sendPush } from './push.ts';
import { sendWebhook } from './webhook.ts';

export type SenderSettings = {
  webhookSecret: string | undefined;
  ntfyUrl: string;
  ntfyToken: string | undefined;
  vapidSubject: string;
};

type Parts = {
  settings: SenderSettings;
  people: Pick<PeopleStore, 'subscription' | 'endSubscription'>;
  sendMail: SendMail;
  pushKeys: () => Promise<PushKeys>;
  now: () => number;
};

/** Sends each delivery the way of its kind. */
export function createSender({ settings, people, sendMail, pushKeys, now }: Parts): Send {
  return async ({ kind, receiver }, message): Promise<Sent> => {
    switch (kind) {
      case 'webhook':
        return sendWebhook(message, { url: receiver, secret: settings.webhookSecret, now: now() });
      case 'email':
        return sendEmail(message, { address: receiver, send: sendMail });
      case 'ntfy':
        return sendNtfy(message, { topic: receiver, server: settings.ntfyUrl, token: settings.ntfyToken });
      case 'push': {
        const id = Number(receiver);
        const subscription = Number.isInteger(id) ? await people.subscription(id) : undefined;
        const sent = await sendPush(message, { subscription, keys: await pushKeys(), subject: settings.vapidSubject });
        if (sent.ok || !sent.ended) return sent;
        await people.endSubscription(id);
        return { ...sent, final: true, error: 'This browser no longer receives push messages' };
      }
      default:
        return { ok: false, error: 'Screens follow the stream of events', final: true };
    }
  };
}
