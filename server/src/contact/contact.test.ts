import { expect, test } from 'vitest';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { mailOf } from '../../test/doubles/mailbox.ts';
import { smtpCatcher } from '../../test/doubles/smtp-catcher.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';
import { aVisitor } from '../../test/servers/visitor.ts';

const WRITTEN = { name: 'Ana Müller', email: 'ana@example.org', message: 'Do you guard ports?\nWe have one.' };

const write = (app: TestApp, change: object = {}) => aVisitor(app).post('/contact', { ...WRITTEN, ...change });

const stored = ({ dependencies }: TestApp) =>
  dependencies.database.kysely.selectFrom('contact_message').selectAll().execute();

onBothDatabases('a message', (fresh) => {
  test('is stored and mailed', async () => {
    const app = await buildTestApp(fresh, { contactTo: 'desk@example.org' });
    const answer = await write(app);
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { success: true, message: 'Thank you. We will answer by mail.' },
    ]);
    expect(await stored(app)).toEqual([{ id: 1, at: app.dependencies.now(), ...WRITTEN }]);
    const { headers, text } = await mailOf(app, 'contact');
    expect(headers).toMatchObject({
      To: 'desk@example.org',
      'Reply-To': 'ana@example.org',
      Subject: 'Message from Ana Müller',
    });
    expect(text).toContain('Do you guard ports?\nWe have one.');
  });

  test('is stored when its mail cannot be sent', async () => {
    const app = await buildTestApp(fresh, { smtpUrl: 'smtp://127.0.0.1:9' });
    app.expectLogLine(/a mail could not be sent: contact 1"/);
    expect((await write(app)).statusCode).toBe(201);
    await app.dependencies.background.settled();
    expect(await stored(app)).toMatchObject([WRITTEN]);
    // The log names the message without its text.
    const logged = app.logLines().map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged).toContainEqual(
      expect.objectContaining({ msg: 'a contact message is in the database', contactMessage: 1 }),
    );
    expect(app.logLines().join()).not.toMatch(/ports|ana@example/);
  });
});

test('is sent by the mail server', async () => {
  const { url: smtpUrl, mails } = await smtpCatcher();
  const app = await buildTestApp(freshSqlite, { smtpUrl, contactTo: 'desk@example.org, night@example.org' });
  await write(app);
  await app.dependencies.background.settled();
  expect(mails).toMatchObject([{ to: ['desk@example.org', 'night@example.org'] }]);
  expect(mails[0]?.raw).toContain('Reply-To: ana@example.org');
});

test.each([
  ['name', undefined],
  ['name', ' '],
  ['name', 'x'.repeat(101)],
  ['name', 'Ana\r\nBcc: everybody@example.org'],
  ['email', undefined],
  ['email', 'ana'],
  ['email', 'ana@example.org\r\nBcc: everybody@example.org'],
  ['email', `${'x'.repeat(250)}@example.org`],
  ['message', undefined],
  ['message', '\n'],
  ['message', 'x'.repeat(5_001)],
  ['message', 'nul \u0000'],
  ['subject', 'not a field'],
])('with %s %j is refused, and the answer names the field', async (field, value) => {
  const app = await buildTestApp(freshSqlite);
  const answer = await write(app, { [field]: value });
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { success: false, code: 'BAD_REQUEST', field }]);
  expect(await stored(app)).toEqual([]);
});

test('the contact form is limited to five messages per minute from one address', async () => {
  const app = await buildTestApp(freshSqlite);
  for (let time = 0; time < 5; time += 1) expect((await write(app)).statusCode).toBe(201);
  const slowed = await write(app);
  expect([slowed.statusCode, slowed.headers['retry-after'], slowed.json().code]).toEqual([429, '60', 'RATE_LIMITED']);
  const elsewhere = aVisitor(app, { address: '198.51.100.1' });
  expect((await elsewhere.post('/contact', WRITTEN)).statusCode).toBe(201);
  app.clock.advance(60_000);
  expect((await write(app)).statusCode).toBe(201);
});

test('the contact form is limited per IPv6 network, because a sender has all of its addresses', async () => {
  const app = await buildTestApp(freshSqlite);
  const writeFrom = async (address: string) => (await aVisitor(app, { address }).post('/contact', WRITTEN)).statusCode;
  for (let host = 1; host <= 5; host += 1) expect(await writeFrom(`2001:db8::${host}`)).toBe(201);
  expect(await writeFrom('2001:db8::6')).toBe(429);
  expect(await writeFrom('2001:db8:0:1::1')).toBe(201);
});
