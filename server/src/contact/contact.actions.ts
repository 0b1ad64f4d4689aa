import type { ContactMessage } from '@vedette/contract/contact';
import type { Mailer } from '../mail/mailer.ts';
import type { ContactStore } from './contact.store.ts';

type Parts = { store: ContactStore; mail: Mailer; now: () => number; contactTo: string };

/** Kept first: the mail is only the news of it. */
export async function takeMessage({ store, mail, now, contactTo }: Parts, written: ContactMessage): Promise<void> {
  const { name, email, message } = written;
  await store.insert({ at: now(), name, email, message });
  mail({
    kind: 'contact',
    to: contactTo,
    replyTo: email,
    subject: `Message from ${name}`,
    paragraphs: [`${name} <${email}> wrote through the contact form:`, message],
  });
}
