import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { outboxOf } from '../../test/doubles/mailbox.ts';
import { smtpCatcher } from '../../test/doubles/smtp-catcher.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { signedUp } from '../../test/servers/visitor.ts';
import { htmlOf, type Mail, textOf } from './mail.ts';

const MAIL: Mail = {
  kind: 'contact',
  to: [{ name: '', address: 'ana@gmail.com' }],
  subject: 'Hello',
  paragraphs: ['<b>One</b> & "two"\nthree', 'https://guard.example.org/?a=1&b=2', 'see https://evil.example now'],
};

test('the text of a mail is its paragraphs', () => {
  expect(textOf(MAIL)).toBe(
    '<b>One</b> & "two"\nthree\n\nhttps://guard.example.org/?a=1&b=2\n\nsee https://evil.example now\n',
  );
});

test('the HTML of a mail links only addresses that stand alone', () => {
  const html = htmlOf(MAIL);
  expect(html).toContain('<p>&lt;b&gt;One&lt;/b&gt; &amp; &quot;two&quot;<br>three</p>');
  expect(html.match(/<a [^>]*>/g)).toEqual(['<a href="https://guard.example.org/?a=1&amp;b=2">']);
});

test('without a mail server a mail is written to a file that only the server may read, and its path is logged', async () => {
  const app = await buildTestApp(freshSqlite);
  await signedUp(app);
  const [mail, ...more] = await outboxOf(app);
  if (mail === undefined) throw new Error('there is no mail');
  expect(more).toEqual([]);
  expect(mail.mode).toBe(0o600);
  expect(statSync(dirname(mail.file)).mode & 0o777).toBe(0o700);
  expect(mail.headers).toMatchObject({
    From: 'Vedette <no-reply@localhost>',
    To: 'ana@gmail.com',
    Subject: 'Confirm your address for Vedette',
    Date: 'Wed, 15 Jan 2025 12:00:00 +0000',
    'Content-Type': 'text/plain; charset=utf-8',
  });
  const logged = app.logLines().map((line) => JSON.parse(line) as { msg: string; file?: string });
  expect(logged).toContainEqual(expect.objectContaining({ msg: 'mail written to the outbox', file: mail.file }));
});

test('a mail that cannot be sent is logged without its text, and the request succeeds', async () => {
  // Nothing listens at port 9.
  const app = await buildTestApp(freshSqlite, { smtpUrl: 'smtp://127.0.0.1:9' });
  app.expectLogLine(/a mail could not be sent: verification/);
  await signedUp(app);
  await app.dependencies.background.settled();
  expect(app.logLines().join()).not.toContain('token');
});

test.each(['ana@gmail.com, everybody@example.org', 'Ana <ana@gmail.com>', 'ana@gmail.com <everybody@example.org>'])(
  'a mail goes to one address, also when a row holds %s',
  async (email) => {
    const { url: smtpUrl, mails } = await smtpCatcher();
    const app = await buildTestApp(freshSqlite, { smtpUrl });
    app.expectLogLine(/a mail could not be sent: verification/);
    const headers = await app.signIn(email);
    await app.api.inject({ method: 'POST', url: '/api/auth/send-verification-email', headers, payload: {} });
    await app.dependencies.background.settled();
    expect(mails).toEqual([]);
  },
);
