export type MailKind =
  | 'verification'
  | 'password-reset'
  | 'password-changed'
  | 'email-changed'
  | 'account-deleted'
  | 'contact';

/** One reader or sender. Apart from each other, a name or an address cannot be read as more than one of them. */
export type Mailbox = {
  /** Empty: none. */
  name: string;
  address: string;
};

export type Mail = {
  kind: MailKind;
  /** Of what the mail is the news of, for the log. */
  number?: number;
  to: readonly Mailbox[];
  replyTo?: Mailbox;
  subject: string;
  /** One after the other; an address of the web stands alone in its paragraph and becomes a link. */
  paragraphs: readonly string[];
};

export function mailbox(address: string): Mailbox {
  return { name: '', address };
}

/** Of a setting, which was checked when it was read: `desk@example.org, night@example.org` or `Guard room <guard@example.org>`. */
export function mailboxesIn(setting: string): [Mailbox, ...Mailbox[]] {
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
