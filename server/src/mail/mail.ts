export type MailKind =
  | 'verification'
  | 'password-reset'
  | 'password-changed'
  | 'email-changed'
  | 'account-deleted'
  | 'contact';

export type Mail = {
  kind: MailKind;
  /** Of what the mail is the news of, for the log. */
  number?: number;
  to: string;
  replyTo?: string;
  subject: string;
  /** One after the other; an address of the web stands alone in its paragraph and becomes a link. */
  paragraphs: readonly string[];
};

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
