import { expect, test } from 'vitest';
import { freshSqlite, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { buildTestApp, type TestApp } from '../../../test/servers/build-test-app.ts';
import { aVisitor, PASSWORD, sessionOf, signedUp, type Visitor } from '../../../test/servers/visitor.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const ask = ({ api }: TestApp, cookie: string) => api.inject({ url: '/api/auth/get-session', headers: { cookie } });

onBothDatabases('a session', (fresh) => {
  test('has its user, its start, and the time until which the account may be changed', async () => {
    const app = await buildTestApp(fresh);
    const { cookie } = await app.signIn();
    const answer = await ask(app, cookie);
    expect(answer.json()).toEqual({
      session: {
        id: expect.any(String),
        createdAt: '2025-01-15T12:00:00.000Z',
        expiresAt: '2025-01-22T12:00:00.000Z',
        freshUntil: '2025-01-15T12:05:00.000Z',
        fresh: true,
      },
      user: {
        id: expect.any(String),
        email: 'guard@gmail.com',
        emailVerified: false,
        name: '',
        image: null,
        displayName: null,
        photoURL: null,
        providerData: [],
      },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('is extended while it is used, and keeps the time of its sign-in', async () => {
    const app = await buildTestApp(fresh);
    const { cookie } = await app.signIn();
    for (const day of [6, 12, 18]) {
      app.clock.advance(6 * DAY_MS);
      const answer = await ask(app, cookie);
      const until = new Date(app.dependencies.now() + 7 * DAY_MS).toISOString();
      expect([day, answer.json().session]).toMatchObject([
        day,
        { createdAt: '2025-01-15T12:00:00.000Z', expiresAt: until, fresh: false },
      ]);
      expect(answer.cookies).toMatchObject([
        { name: 'vedette.session_token', maxAge: 604_800, httpOnly: true, sameSite: 'Lax', path: '/' },
      ]);
      // The same token, so that tabs that renew it concurrently do not sign each other out.
      const [renewed] = answer.cookies;
      expect(`${renewed?.name}=${encodeURIComponent(renewed?.value ?? '')}`).toBe(cookie);
    }
    app.clock.advance(7 * DAY_MS);
    expect((await ask(app, cookie)).json()).toBeNull();
  });

  test('is null at once when it is revoked', async () => {
    const app = await buildTestApp(fresh);
    const { cookie } = await app.signIn();
    expect((await ask(app, cookie)).json()).not.toBeNull();
    await app.dependencies.database.kysely.deleteFrom('auth_session').execute();
    expect((await ask(app, cookie)).json()).toBeNull();
  });
});

test('a session ends when its browser signs in again, and only then', async () => {
  const app = await buildTestApp(freshSqlite);
  const ana = await signedUp(app);
  const elsewhere = aVisitor(app);
  const signIn = (visitor: Visitor, password = PASSWORD) =>
    visitor.post('/auth/sign-in/email', { email: 'ana@gmail.com', password });
  await signIn(elsewhere);
  const replaced = ana.cookieHeader();
  await signIn(ana, 'wrong password');
  expect((await ask(app, replaced)).json()).not.toBeNull();
  await signIn(ana);
  expect((await ask(app, replaced)).json()).toBeNull();
  expect(await sessionOf(ana)).not.toBeNull();
  expect(await sessionOf(elsewhere)).not.toBeNull();

  await ana.post('/auth/sign-out');
  await elsewhere.post('/auth/sign-out');
  expect(await app.dependencies.database.kysely.selectFrom('auth_session').selectAll().execute()).toEqual([]);
});

test('a session ends when its browser makes another account', async () => {
  const app = await buildTestApp(freshSqlite);
  const ana = await signedUp(app);
  const replaced = ana.cookieHeader();
  await ana.post('/auth/sign-up/email', { email: 'ben@gmail.com', password: PASSWORD });
  expect((await ask(app, replaced)).json()).toBeNull();
  expect(await sessionOf(ana)).toMatchObject({ user: { email: 'ben@gmail.com' } });
});

test('a browser session is not extended', async () => {
  const app = await buildTestApp(freshSqlite);
  await signedUp(app);
  const ana = aVisitor(app);
  await ana.post('/auth/sign-in/email', { email: 'ana@gmail.com', password: PASSWORD, rememberMe: false });
  expect(ana.cookies()).toEqual(['vedette.session_token', 'vedette.dont_remember']);
  const { expiresAt } = (await sessionOf(ana)).session;
  app.clock.advance(Date.now() + 600_000 - app.dependencies.now());
  expect((await sessionOf(ana)).session.expiresAt).toBe(expiresAt);
});

test('a session that is renewed over https has a Secure cookie', async () => {
  const app = await buildTestApp(freshSqlite, { publicUrl: 'https://guard.example.org' });
  const { cookie } = await app.signIn();
  app.clock.advance(DAY_MS);
  expect((await ask(app, cookie)).cookies).toMatchObject([{ name: '__Secure-vedette.session_token', secure: true }]);
});

test('a sign-in takes the same processor time when the account does not exist', async () => {
  const app = await buildTestApp(freshSqlite);
  await signedUp(app);
  const least = { 'ana@gmail.com': Number.POSITIVE_INFINITY, 'nobody@gmail.com': Number.POSITIVE_INFINITY };
  // The minimum processor time of several runs, so that other load on the machine does not count.
  for (let time = 0; time < 8; time += 1) {
    for (const email of ['ana@gmail.com', 'nobody@gmail.com'] as const) {
      const before = process.cpuUsage();
      const visitor = aVisitor(app, { address: `192.0.2.${time}` });
      await visitor.post('/auth/sign-in/email', { email, password: 'wrong password' });
      const { user, system } = process.cpuUsage(before);
      least[email] = Math.min(least[email], user + system);
    }
  }
  const ratio = least['nobody@gmail.com'] / least['ana@gmail.com'];
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.6);
});
