import type { ContactMessage } from '@vedette/contract/contact';
import type { Log } from '../log.ts';
import { mailbox, mailboxesIn } from '../mail/mail.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { ContactStore } from './contact.store.ts';

export type ContactParts = { store: ContactStore; mail: Mailer; log: Log; now: () => number; contactTo: string };

/** Kept first: the mail is only the news of it, and may reach nobody. The log has its number alone, for it is a letter. */
export async function takeMessage(
  { store, mail, log, now, contactTo }: ContactParts,
  written: ContactMessage,
): Promise<void> {
  const { name, email, message } = written;
  const id = await store.insert({ at: now(), name, email, message });
  log.info({ contactMessage: id }, 'a contact message is in the database');
  mail({
    kind: 'contact',
    number: id,
    to: mailboxesIn(contactTo),
    replyTo: mailbox(email),
    subject: `Message from ${name}`,
    paragraphs: [`${name} <${email}> wrote through the contact form:`, message],
  });
}
