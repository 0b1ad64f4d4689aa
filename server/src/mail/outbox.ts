import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { type Mailbox, textOf } from './mail.ts';
import type { SendMail } from './mailer.ts';

type Parts = { directory: string; from: string; now: () => number; log: Log };

/** Writes mails to files, for a machine without a mail server. They hold links that authenticate. */
export function outbox({ directory, from, now, log }: Parts): SendMail {
  return async (mail) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const date = new Date(now());
    const headers = [
      ['From', from],
      ['To', mail.to.map(headerOf).join(', ')],
      ...(mail.replyTo === undefined ? [] : [['Reply-To', headerOf(mail.replyTo)]]),
      ['Subject', mail.subject],
      ['Date', date.toUTCString().replace('GMT', '+0000')],
      ['X-Vedette-Kind', mail.kind],
      ...(mail.key === undefined ? [] : [['Idempotency-Key', mail.key]]),
      ['MIME-Version', '1.0'],
      ['Content-Type', 'text/plain; charset=utf-8'],
      ['Content-Transfer-Encoding', '8bit'],
    ];
    const head = headers.map(([name, value]) => `${name}: ${oneLine(value ?? '')}`).join('\n');
    const name = `${date.toISOString().replaceAll(':', '-')}-${mail.kind}-${randomBytes(4).toString('hex')}.eml`;
    const file = join(directory, name);
    await writeFile(file, `${head}\n\n${textOf(mail)}`, { mode: 0o600, flag: 'wx' });
    log.info({ file }, 'mail written to the outbox');
  };
}

function headerOf({ name, address }: Mailbox): string {
  return name === '' ? address : `${name} <${address}>`;
}

/** Removes line breaks, which would add headers. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
