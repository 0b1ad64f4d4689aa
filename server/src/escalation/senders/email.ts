import { mailbox } from '../../mail/mail.ts';
import type { SendMail } from '../../mail/mailer.ts';
import type { Message } from './message.ts';
import type { Sent } from './post.ts';

/** One mail for each receiver, so that none learns of the others. */
export async function sendEmail(
  message: Message,
  { address, send }: { address: string; send: SendMail },
): Promise<Sent> {
  const { deliveryId, idempotencyKey, isTest, title, sentences, link } = message;
  try {
    await send({
      kind: 'alarm',
      number: deliveryId,
      key: idempotencyKey,
      to: [mailbox(address)],
      subject: isTest ? 'Test of the alarm mails' : `Alarm: ${title}`,
      paragraphs: [title, ...sentences, link],
    });
    return { ok: true };
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const detail = responseCode ?? code;
    return { ok: false, error: `The mail server did not take it${detail === undefined ? '' : ` (${detail})`}` };
  }
}
