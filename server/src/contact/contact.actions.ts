import type { ContactMessage } from '@vedette/contract/contact';
import type { Log } from '../log.ts';
import { mailbox, parseMailboxes } from '../mail/mail.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { ContactStore } from './contact.store.ts';

export type ContactParts = { store: ContactStore; mail: Mailer; log: Log; now: () => number; contactTo: string };

/** Stores the message before its mail is sent, because a mail may get lost. The log has only its id, because the text is private. */
export async function submitMessage(
  { store, mail, log, now, contactTo }: ContactParts,
  written: ContactMessage,
): Promise<void> {
  const { name, email, message } = written;
  const id = await store.insert({ at: now(), name, email, message });
  log.info({ contactMessage: id }, 'a contact message is in the database');
  mail({
    kind: 'contact',
    number: id,
    to: parseMailboxes(contactTo),
    replyTo: mailbox(email),
    subject: `Message from ${name}`,
    paragraphs: [`${name} <${email}> wrote through the contact form:`, message],
  });
}
