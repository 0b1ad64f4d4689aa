import { expect, test } from 'vitest';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { linkIn, mailOf, outboxOf } from '../../test/doubles/mailbox.ts';
import { smtpCatcher } from '../../test/doubles/smtp-catcher.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';
import { aVisitor, PASSWORD, sessionOf, signedUp } from '../../test/servers/visitor.ts';

const NEW_PASSWORD = 'staple battery horse';

const askFor = (app: TestApp, email: string) => aVisitor(app).post('/auth/request-password-reset', { email });
const reset = (app: TestApp, token: string | null, newPassword = NEW_PASSWORD) =>
  aVisitor(app).post('/auth/reset-password', { token, newPassword });

async function mailedToken(app: TestApp): Promise<string | null> {
  return linkIn(await mailOf(app, 'password-reset')).searchParams.get('token');
}

onBothDatabases('a forgotten password', (fresh) => {
  test('is replaced by a mailed link, which ends every session', async () => {
    const app = await buildTestApp(fresh);
    const ana = await signedUp(app);
    await askFor(app, 'Ana@gmail.com');
    const mail = await mailOf(app, 'password-reset');
    expect(mail.headers.To).toBe('ana@gmail.com');
    const { origin, pathname, searchParams } = linkIn(mail);
    expect([origin, pathname]).toEqual(['http://localhost:8080', '/reset-password']);

    const token = searchParams.get('token');
    const answer = await reset(app, token);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { success: true }]);
    expect(answer.cookies).toEqual([]);
    expect((await ana.get('/api/devices')).statusCode).toBe(401);
    expect(await sessionOf(ana)).toBeNull();
    const signIn = (password: string) => ana.post('/auth/sign-in/email', { email: 'ana@gmail.com', password });
    expect((await signIn(PASSWORD)).statusCode).toBe(401);
    expect((await signIn(NEW_PASSWORD)).statusCode).toBe(200);
    expect((await mailOf(app, 'password-changed')).headers.To).toBe('ana@gmail.com');

    const again = await reset(app, token);
    expect([again.statusCode, again.json()]).toMatchObject([400, { code: 'INVALID_TOKEN' }]);
  });

  test('is replaced by any valid link, until one is used, and not by a link to a previous address', async () => {
    const app = await buildTestApp(fresh);
    const ana = await signedUp(app);
    const mailed = [];
    for (let time = 0; time < 3; time += 1) {
      await askFor(app, 'Ana@gmail.com');
      mailed.push(await mailedToken(app));
    }
    const [first, second, third] = mailed;
    expect((await reset(app, second ?? null)).statusCode).toBe(200);
    for (const other of [first, third]) {
      expect((await reset(app, other ?? null)).json()).toMatchObject({ code: 'INVALID_TOKEN' });
    }

    // The limit of mails to one address.
    app.clock.advance(900_000);
    await ana.post('/auth/sign-in/email', { email: 'ana@gmail.com', password: NEW_PASSWORD });
    await askFor(app, 'ana@gmail.com');
    const oldAddress = await mailedToken(app);
    expect((await ana.post('/auth/change-email', { newEmail: 'ana@example.org' })).statusCode).toBe(200);
    expect((await reset(app, oldAddress)).json()).toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('has a link that expires after an hour', async () => {
    const app = await buildTestApp(fresh);
    await signedUp(app);
    await askFor(app, 'ana@gmail.com');
    const token = await mailedToken(app);
    const { kysely, dialect } = app.dependencies.database;
    const row = await kysely.selectFrom('auth_verification').selectAll().executeTakeFirstOrThrow();
    const lasts = new Date(row.expiresAt).getTime() - new Date(row.createdAt).getTime();
    expect(Math.round(lasts / 60_000)).toBe(60);
    // Reading the table must not reveal the link.
    expect(JSON.stringify(row)).not.toContain(token);
    const past = new Date(Date.now() - 1);
    await kysely
      .updateTable('auth_verification')
      .set({ expiresAt: dialect === 'sqlite' ? past.toISOString() : past })
      .execute();
    expect((await reset(app, token)).json()).toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('gets the same answer when the account does not exist', async () => {
    const app = await buildTestApp(fresh);
    await signedUp(app);
    const known = await askFor(app, 'ana@gmail.com');
    const unknown = await askFor(app, 'nobody@gmail.com');
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 200]);
    expect(unknown.body).toBe(known.body);
    const kinds = (await outboxOf(app)).map(({ headers }) => headers['X-Vedette-Kind']);
    // Two mails of the same moment have no order.
    expect(kinds.sort()).toEqual(['password-reset', 'verification']);
  });
});

test('a reset is answered before the account is looked up', async () => {
  const app = await buildTestApp(freshSqlite);
  const { identity, background } = app.dependencies;
  const { handle } = identity;
  let lookedFor = 0;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  identity.handle = async (...about) => {
    lookedFor += 1;
    await held;
    return handle(...about);
  };
  expect((await askFor(app, 'ana@gmail.com')).statusCode).toBe(200);
  goOn();
  await background.settled();
  expect(lookedFor).toBe(1);
});

test("a reset link leads to the server's own origin, never to one that a client names", async () => {
  const app = await buildTestApp(freshSqlite);
  await signedUp(app);
  const fromHere = aVisitor(app, { origin: 'http://127.0.0.1:8080' });
  await fromHere.post('/auth/request-password-reset', { email: 'ana@gmail.com' });
  expect(linkIn(await mailOf(app, 'password-reset')).origin).toBe('http://127.0.0.1:8080');

  const url = '/api/auth/request-password-reset';
  const payload = { email: 'ana@gmail.com' };
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  expect((await app.api.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(200);
  expect(linkIn(await mailOf(app, 'password-reset')).origin).toBe('http://localhost:8080');
  const elsewhere = { email: 'ana@gmail.com', redirectTo: 'https://evil.example' };
  const refused = await aVisitor(app).post('/auth/request-password-reset', elsewhere);
  expect([refused.statusCode, refused.json().field]).toEqual([400, 'redirectTo']);
});

test.each([
  [{ token: 'made-up', newPassword: NEW_PASSWORD }, 'INVALID_TOKEN'],
  [{ token: '', newPassword: NEW_PASSWORD }, 'BAD_REQUEST'],
  [{ token: 'made-up', newPassword: 'seven77' }, 'PASSWORD_TOO_SHORT'],
  [{ token: 'made-up', newPassword: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
])('a new password by %j is refused', async (body, code) => {
  const app = await buildTestApp(freshSqlite);
  const answer = await aVisitor(app).post('/auth/reset-password', body);
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { code, message: expect.any(String) }]);
});

test('a reset link is mailed', async () => {
  const { url: smtpUrl, mails } = await smtpCatcher();
  const app = await buildTestApp(freshSqlite, { smtpUrl, mailFrom: 'Guard room <guard@example.org>' });
  await signedUp(app);
  await askFor(app, 'ana@gmail.com');
  await app.dependencies.background.settled();
  const mail = mails.at(-1);
  expect(mail).toMatchObject({ from: 'guard@example.org', to: ['ana@gmail.com'] });
  const plain = mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
  expect(plain).toContain('From: Guard room <guard@example.org>');
  expect(plain).toContain('X-Vedette-Kind: password-reset');
  const links = plain.match(/http:\/\/localhost:8080\/reset-password\?token=\w+/g) ?? [];
  // Once in the plain text, twice in the HTML: as address and as text.
  expect([links.length, new Set(links).size]).toEqual([3, 1]);
  const token = new URL(links[0] ?? '').searchParams.get('token');
  expect((await reset(app, token)).statusCode).toBe(200);
});
