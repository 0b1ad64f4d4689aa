import { htmlOf, parseMailboxes, textOf } from './mail.ts';
import type { SendMail } from './mailer.ts';

/** A mail server that does not respond must not hold mails for minutes. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function smtp({ url, from }: { url: string; from: string }): SendMail {
  return async (mail) => {
    // Loaded when the first mail is sent, because most servers send few.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url, ...TIMEOUTS });
    const { to, replyTo, subject, kind, key } = mail;
    const [sender] = parseMailboxes(from);
    await transport.sendMail({
      from: sender,
      to: [...to],
      ...(replyTo === undefined ? {} : { replyTo }),
      subject,
      text: textOf(mail),
      html: htmlOf(mail),
      headers: {
        'X-Vedette-Kind': kind,
        'Auto-Submitted': 'auto-generated',
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
    });
  };
}
