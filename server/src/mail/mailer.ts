import type { Background } from '../background.ts';
import type { Mail } from './mail.ts';

export type SendMail = (mail: Mail) => Promise<void>;

/** Hands the mail on and returns at once; what goes wrong is logged, without the mail's words, which may let people in. */
export type Mailer = (mail: Mail) => void;

export function mailer({ send, background }: { send: SendMail; background: Background }): Mailer {
  return (mail) => {
    const what = mail.number === undefined ? mail.kind : `${mail.kind} ${mail.number}`;
    background.run(`a mail could not be sent: ${what}`, () => send(mail));
  };
}
