import type { Message } from './message.ts';
import { post, type Sent } from './post.ts';

type Parts = { topic: string; server: string; token: string | undefined };

/** JSON to the server's root, because headers hold no text beyond Latin-1. */
export async function sendNtfy(message: Message, { topic, server, token }: Parts): Promise<Sent> {
  const { isTest, title, sentences, link, level, idempotencyKey } = message;
  return post(server, {
    body: JSON.stringify({
      topic,
      title,
      message: sentences.join(' '),
      priority: priorityOf(level, isTest),
      tags: [isTest ? 'white_check_mark' : 'rotating_light'],
      click: link,
      actions: [{ action: 'view', label: 'Open', url: link }],
    }),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
}

/** ntfy's 1 to 5. */
function priorityOf(level: number, isTest: boolean): number {
  if (isTest) return 3;
  return level >= 8 ? 5 : 4;
}
