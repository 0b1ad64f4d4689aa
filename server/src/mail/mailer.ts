import type { Background } from '../background.ts';
import type { Mail } from './mail.ts';

export type SendMail = (mail: Mail) => Promise<void>;

/** Sends in the background. Failures are logged without the mail's text, which may hold links that authenticate. */
export type Mailer = (mail: Mail) => void;

export function mailer({ send, background }: { send: SendMail; background: Background }): Mailer {
  return (mail) => {
    const what = mail.number === undefined ? mail.kind : `${mail.kind} ${mail.number}`;
    background.run(`a mail could not be sent: ${what}`, () => send(mail));
  };
}
