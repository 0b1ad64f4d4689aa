export type MailKind =
  | 'verification'
  | 'invitation'
  | 'password-reset'
  | 'password-changed'
  | 'email-changed'
  | 'account-deleted'
  | 'alarm'
  | 'contact'
  | 'hand-over';

/** A recipient or sender. Name and address are separate fields, so that neither can be read as a list. */
export type Mailbox = {
  /** Empty when there is none. */
  name: string;
  address: string;
};

export type Mail = {
  kind: MailKind;
  /** The id of the record that the mail is about, for the log. */
  number?: number;
  /** Equal in repetitions of a mail, which its receiver may get twice. */
  key?: string;
  to: readonly Mailbox[];
  replyTo?: Mailbox;
  subject: string;
  /** A paragraph that is a URL becomes a link. */
  paragraphs: readonly string[];
};

export function mailbox(address: string): Mailbox {
  return { name: '', address };
}

/** Parses a validated setting: `desk@example.org, night@example.org` or `Guard room <guard@example.org>`. */
export function parseMailboxes(setting: string): [Mailbox, ...Mailbox[]] {
  const [, name, inBrackets] = /^([^<>]*)<([^<>]+)>$/.exec(setting) ?? [];
  if (name !== undefined && inBrackets !== undefined) return [{ name: name.trim(), address: inBrackets }];
  const [first = '', ...rest] = setting.split(',').map((address) => address.trim());
  return [mailbox(first), ...rest.map(mailbox)];
}

export function textOf({ paragraphs }: Mail): string {
  return `${paragraphs.join('\n\n')}\n`;
}

export function htmlOf({ paragraphs }: Mail): string {
  const body = paragraphs.map((paragraph) => {
    const text = escaped(paragraph);
    if (/^https?:\/\/\S+$/.test(paragraph)) return `<p><a href="${text}">${text}</a></p>`;
    return `<p>${text.replaceAll('\n', '<br>')}</p>`;
  });
  return `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">${body.join('')}</body></html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
