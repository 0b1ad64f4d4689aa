import { expect, test } from 'vitest';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { linkIn, mailOf, outboxOf } from '../../test/doubles/mailbox.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';
import { aVisitor, PASSWORD, sessionOf, signedUp } from '../../test/servers/visitor.ts';

const NEW_PASSWORD = 'staple battery horse';

/** Sets every session's sign-in back by so many seconds. */
async function signedInAgo({ dependencies }: TestApp, seconds: number): Promise<void> {
  const { database, now } = dependencies;
  const at = new Date(now() - seconds * 1_000);
  const createdAt = database.dialect === 'sqlite' ? at.toISOString() : at;
  await database.kysely.updateTable('auth_session').set({ createdAt }).execute();
}

const signIn = (app: TestApp, email: string, password: string) =>
  aVisitor(app).post('/auth/sign-in/email', { email, password });

onBothDatabases('an account', (fresh) => {
  test('gets a new address, which is used at once and has to be verified', async () => {
    const app = await buildTestApp(fresh);
    const ana = await signedUp(app);
    const { pathname: confirm, search: token } = linkIn(await mailOf(app, 'verification'));
    await ana.get(confirm + token);
    const answer = await ana.post('/auth/change-email', { newEmail: 'Ana@Example.org' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { success: true, user: { email: 'ana@example.org', emailVerified: false } },
    ]);
    expect(await sessionOf(ana)).toMatchObject({ user: { email: 'ana@example.org' } });
    expect((await signIn(app, 'ana@example.org', PASSWORD)).statusCode).toBe(200);
    expect((await signIn(app, 'ana@gmail.com', PASSWORD)).statusCode).toBe(401);
    expect((await mailOf(app, 'email-changed')).headers.To).toBe('ana@gmail.com');

    const mail = await mailOf(app, 'verification');
    expect(mail.headers.To).toBe('ana@example.org');
    const { pathname, search } = linkIn(mail);
    const verified = await aVisitor(app).get(pathname + search);
    expect(verified.headers.location).toBe('http://localhost:8080/?verification=done');
    expect(await sessionOf(ana)).toMatchObject({ user: { emailVerified: true } });
  });

  test('is deleted without an error while its password is being changed', async () => {
    const app = await buildTestApp(fresh);
    const ana = await signedUp(app);
    const [changed, deleted] = await Promise.all([
      ana.post('/auth/change-password', { newPassword: NEW_PASSWORD }),
      ana.post('/auth/delete-user', {}),
    ]);
    expect(deleted.statusCode).toBe(200);
    expect([changed.statusCode, changed.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
    expect((await signIn(app, 'ana@gmail.com', NEW_PASSWORD)).statusCode).toBe(401);
  });

  test('keeps its address when another account has the new one', async () => {
    const app = await buildTestApp(fresh);
    await signedUp(app, 'ben@gmail.com');
    const ana = await signedUp(app);
    const answer = await ana.post('/auth/change-email', { newEmail: 'BEN@gmail.com' });
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'EMAIL_TAKEN', field: 'newEmail' }]);
    expect(await sessionOf(ana)).toMatchObject({ user: { email: 'ana@gmail.com' } });
  });

  test('gets a new password, which ends every other session', async () => {
    const app = await buildTestApp(fresh);
    const ana = await signedUp(app);
    const elsewhere = aVisitor(app);
    await elsewhere.post('/auth/sign-in/email', { email: 'ana@gmail.com', password: PASSWORD });
    const answer = await ana.post('/auth/change-password', { newPassword: NEW_PASSWORD });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { success: true }]);
    expect((await ana.get('/api/devices')).statusCode).toBe(200);
    expect((await elsewhere.get('/api/devices')).statusCode).toBe(401);
    expect(await sessionOf(elsewhere)).toBeNull();
    expect((await signIn(app, 'ana@gmail.com', PASSWORD)).statusCode).toBe(401);
    expect((await signIn(app, 'ana@gmail.com', NEW_PASSWORD)).statusCode).toBe(200);
    expect((await mailOf(app, 'password-changed')).headers.To).toBe('ana@gmail.com');
  });

  test('is deleted with all of its rows', async () => {
    const app = await buildTestApp(fresh);
    const ben = await signedUp(app, 'ben@gmail.com');
    const ana = await signedUp(app);
    const { id } = (await sessionOf(ana)).user;
    await ana.post('/auth/request-password-reset', { email: 'ana@gmail.com' });
    await app.dependencies.background.settled();
    const answer = await ana.post('/auth/delete-user');
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { success: true }]);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(ana.cookies()).toEqual([]);

    const { kysely } = app.dependencies.database;
    for (const table of ['auth_user', 'auth_session', 'auth_account', 'auth_verification'] as const) {
      const rows = await kysely.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${id}|ana@gmail`));
    }
    expect(await sessionOf(ben)).toMatchObject({ user: { email: 'ben@gmail.com' } });
    expect((await mailOf(app, 'account-deleted')).headers.To).toBe('ana@gmail.com');
    expect((await signIn(app, 'ana@gmail.com', PASSWORD)).statusCode).toBe(401);
    await signedUp(app);
  });

  test.each([
    ['change-email', { newEmail: 'ana@example.org' }],
    ['change-password', { newPassword: NEW_PASSWORD }],
    ['delete-user', {}],
  ])('requires a recent sign-in for %s', async (path, body) => {
    const app = await buildTestApp(fresh);
    const ana = await signedUp(app);
    await signedInAgo(app, 300);
    expect(await sessionOf(ana)).toMatchObject({ session: { fresh: false } });
    const refused = await ana.post(`/auth/${path}`, body);
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'REQUIRES_RECENT_LOGIN' }]);
    expect((await signIn(app, 'ana@gmail.com', PASSWORD)).statusCode).toBe(200);

    await ana.post('/auth/sign-in/email', { email: 'ana@gmail.com', password: PASSWORD });
    await signedInAgo(app, 299);
    expect(await sessionOf(ana)).toMatchObject({ session: { fresh: true } });
    expect((await ana.post(`/auth/${path}`, body)).statusCode).toBe(200);
  });
});

test('an unchanged address stays verified, and no mail is sent', async () => {
  const app = await buildTestApp(freshSqlite);
  const ana = await signedUp(app);
  const before = (await outboxOf(app)).length;
  expect((await ana.post('/auth/change-email', { newEmail: 'ANA@gmail.com' })).statusCode).toBe(200);
  expect(await outboxOf(app)).toHaveLength(before);
});

test('repeated changes of the address send a limited number of mails to another person', async () => {
  const app = await buildTestApp(freshSqlite);
  const mallory = await signedUp(app, 'mallory@gmail.com');
  const statuses: number[] = [];
  for (let time = 0; time < 10; time += 1) {
    for (const newEmail of ['victim@example.org', 'mallory@gmail.com']) {
      statuses.push((await mallory.post('/auth/change-email', { newEmail })).statusCode);
      app.clock.advance(6_000);
    }
  }
  expect(statuses).toContain(429);
  const counts = new Map<string, number>();
  for (const { headers } of await outboxOf(app)) {
    counts.set(String(headers.To), (counts.get(String(headers.To)) ?? 0) + 1);
  }
  expect(Object.fromEntries(counts)).toEqual({ 'victim@example.org': 3, 'mallory@gmail.com': 3 });
});

test('repeated sign-ups and deletions send a limited number of mails to another person', async () => {
  const app = await buildTestApp(freshSqlite);
  const kinds = async (kind: string) =>
    (await outboxOf(app)).filter(({ headers }) => headers['X-Vedette-Kind'] === kind).length;
  for (let time = 0; time < 3; time += 1) {
    const mallory = await signedUp(app, 'victim@gmail.com');
    expect((await mallory.post('/auth/delete-user')).statusCode).toBe(200);
  }
  const body = { email: 'victim@gmail.com', password: PASSWORD };
  expect((await aVisitor(app).post('/auth/sign-up/email', body)).json()).toMatchObject({ code: 'RATE_LIMITED' });
  expect(await kinds('verification')).toBe(3);
});

test('repeated changes of the password are mailed to confirmed addresses only', async () => {
  const app = await buildTestApp(freshSqlite);
  const mallory = await signedUp(app, 'victim@gmail.com');
  const countPasswordMails = async () =>
    (await outboxOf(app)).filter(({ headers }) => headers['X-Vedette-Kind'] === 'password-changed').length;
  const change = async () =>
    expect((await mallory.post('/auth/change-password', { newPassword: NEW_PASSWORD })).statusCode).toBe(200);
  for (let time = 0; time < 4; time += 1) await change();
  // Three with the mail of the sign-up.
  expect(await countPasswordMails()).toBe(2);
  const { pathname, search } = linkIn(await mailOf(app, 'verification'));
  await mallory.get(pathname + search);
  await change();
  expect(await countPasswordMails()).toBe(3);
});

test('an address that is refused as taken does not use up the mails of its owner', async () => {
  const app = await buildTestApp(freshSqlite);
  await signedUp(app, 'ben@gmail.com');
  const ana = await signedUp(app);
  for (let time = 0; time < 3; time += 1) {
    expect((await ana.post('/auth/change-email', { newEmail: 'ben@gmail.com' })).statusCode).toBe(409);
    const body = { email: 'ben@gmail.com', password: PASSWORD };
    expect((await aVisitor(app).post('/auth/sign-up/email', body)).statusCode).toBe(422);
  }
  const reset = { email: 'ben@gmail.com' };
  expect((await aVisitor(app).post('/auth/request-password-reset', reset)).statusCode).toBe(200);
});

test.each([
  ['change-email', { newEmail: 'ana' }, 'BAD_REQUEST', 'newEmail'],
  ['change-email', { newEmail: '' }, 'BAD_REQUEST', 'newEmail'],
  ['change-email', { newEmail: 'ana@gmail.com', emailVerified: true }, 'BAD_REQUEST', 'emailVerified'],
  ['change-password', { newPassword: 'seven77' }, 'PASSWORD_TOO_SHORT', 'newPassword'],
  ['change-password', { newPassword: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG', 'newPassword'],
  ['change-password', {}, 'BAD_REQUEST', 'newPassword'],
])('%s refuses %j', async (path, body, code, field) => {
  const app = await buildTestApp(freshSqlite);
  const guard = await app.signIn();
  const answer = await app.api.inject({ method: 'POST', url: `/api/auth/${path}`, headers: guard, payload: body });
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { code, field }]);
});

test('every address that a change accepts can sign in', async () => {
  const app = await buildTestApp(freshSqlite);
  for (const email of ["o'neil@example.org", 'a+b_c-d.e@sub.example.co', '1@2.de', 'A@B-c.org']) {
    const guard = await app.signIn(`guard${email}`);
    const url = '/api/auth/change-email';
    const payload = { newEmail: email };
    const { statusCode } = await app.api.inject({ method: 'POST', url, headers: guard, payload });
    // 401, not 400: the address is valid.
    expect([email, statusCode, (await signIn(app, email, PASSWORD)).statusCode]).toEqual([email, 200, 401]);
  }
});
