import { describe, expect, test } from 'vitest';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { buildTestApp, TEST_ORIGIN, type TestApp } from '../../test/servers/build-test-app.ts';

const PASSWORD = 'correct horse battery';

type Answer = Awaited<ReturnType<TestApp['api']['inject']>>;

function post({ api }: TestApp, path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const url = `/api/auth/${path}`;
  return api.inject({ method: 'POST', url, payload: body, headers: { origin: TEST_ORIGIN, ...headers } });
}

const signUp = (app: TestApp, body: object = {}) =>
  post(app, 'sign-up/email', { email: 'ana@gmail.com', password: PASSWORD, ...body });

const signIn = (app: TestApp, body: object = {}, headers: Record<string, string> = {}) =>
  post(app, 'sign-in/email', { email: 'ana@gmail.com', password: PASSWORD, ...body }, headers);

/** The Cookie header that a browser would send after this answer. */
function cookiesOf(answer: Answer): string {
  return answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
}

const sessionOf = async ({ api }: TestApp, cookie: string) =>
  (await api.inject({ url: '/api/auth/get-session', headers: { cookie } })).json();

const devicesAs = async ({ api }: TestApp, cookie: string) =>
  (await api.inject({ url: '/api/devices', headers: { cookie } })).statusCode;

onBothDatabases('accounts', (fresh) => {
  test('allow a visitor to sign up, sign out and sign in again', async () => {
    const app = await buildTestApp(fresh);
    const signedUp = await signUp(app, { email: 'Ana@Gmail.com' });
    expect(signedUp.statusCode).toBe(200);
    expect(signedUp.json()).toEqual({
      success: true,
      user: {
        id: expect.any(String),
        email: 'ana@gmail.com',
        emailVerified: false,
        name: '',
        image: null,
        displayName: null,
        photoURL: null,
        providerData: [{ providerId: 'password' }],
      },
    });
    const cookie = cookiesOf(signedUp);
    expect(await sessionOf(app, cookie)).toMatchObject({ user: { email: 'ana@gmail.com' }, session: {} });
    expect(await devicesAs(app, cookie)).toBe(200);

    const signedOut = await post(app, 'sign-out', {}, { cookie });
    expect(signedOut.statusCode).toBe(200);
    expect(signedOut.headers['clear-site-data']).toBe('"cache"');
    expect(await devicesAs(app, cookie)).toBe(401);

    const signedIn = await signIn(app);
    expect(signedIn.json()).toMatchObject({ success: true, user: { email: 'ana@gmail.com' } });
    expect(await devicesAs(app, cookiesOf(signedIn))).toBe(200);
  });

  test('are limited to one per address', async () => {
    const app = await buildTestApp(fresh);
    await signUp(app);
    const again = await signUp(app, { email: 'ANA@gmail.com', password: 'another password' });
    expect(again.statusCode).toBe(422);
    expect(again.json()).toMatchObject({ success: false, code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' });
  });

  test('are limited to one per address for concurrent sign-ups', async () => {
    const app = await buildTestApp(fresh);
    const both = await Promise.all([signUp(app), signUp(app, { password: 'another password' })]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    const refused = both.find(({ statusCode }) => statusCode === 422);
    expect(refused?.json()).toMatchObject({ success: false, code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' });
  });

  test('have sessions that end when they expire', async () => {
    const app = await buildTestApp(fresh);
    const { cookie } = await app.signIn();
    expect(await devicesAs(app, cookie)).toBe(200);
    app.clock.advance(8 * 24 * 60 * 60 * 1_000);
    expect(await devicesAs(app, cookie)).toBe(401);
  });
});

describe('sign-up', () => {
  test.each(['ana@example.org', 'ana@gmail.com.example.org', 'ana@sub.gmail.com', '@gmail.com.', 'ana'])(
    'is refused for %s',
    async (email) => {
      const app = await buildTestApp(freshSqlite);
      const answer = await signUp(app, { email });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ success: false, code: 'BAD_REQUEST', field: 'email' });
    },
  );

  test('follows the domains of the settings', async () => {
    const app = await buildTestApp(freshSqlite, { allowedEmailDomains: ['example.org'] });
    expect((await signUp(app, { email: 'ana@EXAMPLE.org' })).statusCode).toBe(200);
    expect((await signUp(app, { email: 'ana@gmail.com' })).statusCode).toBe(400);
  });

  test('can be closed', async () => {
    const app = await buildTestApp(freshSqlite, { registration: 'closed' });
    const answer = await signUp(app);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ success: false, code: 'FORBIDDEN', message: 'Registration is closed' });
  });

  test("refuses a short password in the API's own error shape", async () => {
    const app = await buildTestApp(freshSqlite);
    const answer = await signUp(app, { password: 'short' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ success: false, code: 'PASSWORD_TOO_SHORT', message: expect.any(String) });
  });

  test('refuses unknown fields', async () => {
    const app = await buildTestApp(freshSqlite);
    const answer = await signUp(app, { emailVerified: true });
    expect(answer.json()).toMatchObject({ success: false, code: 'BAD_REQUEST', field: 'emailVerified' });
  });
});

describe('cookies', () => {
  test('are not readable by scripts and not sent by other sites', async () => {
    const app = await buildTestApp(freshSqlite);
    const { cookies } = await signUp(app);
    const session = cookies.find(({ name }) => name === 'vedette.session_token');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(session).not.toHaveProperty('secure');
    expect(session).not.toHaveProperty('domain');
  });

  test('are Secure when people use https', async () => {
    const origin = 'https://guard.example.org';
    const app = await buildTestApp(freshSqlite, { publicUrl: origin });
    const answer = await post(app, 'sign-up/email', { email: 'ana@gmail.com', password: PASSWORD }, { origin });
    expect(answer.cookies.map(({ name, secure }) => [name, secure])).toContainEqual([
      '__Secure-vedette.session_token',
      true,
    ]);
    expect(await devicesAs(app, cookiesOf(answer))).toBe(200);
  });
});

describe('sign-in', () => {
  test('does not reveal whether the account or the password was wrong', async () => {
    const app = await buildTestApp(freshSqlite);
    await signUp(app);
    const wrongPassword = await signIn(app, { password: 'wrong password' });
    const nobody = await signIn(app, { email: 'nobody@gmail.com' });
    expect(wrongPassword.statusCode).toBe(401);
    expect(wrongPassword.json()).toEqual({
      success: false,
      code: 'INVALID_EMAIL_OR_PASSWORD',
      message: 'Invalid email or password',
    });
    expect(nobody.json()).toEqual(wrongPassword.json());
  });

  test.each(['http://localhost:8080', 'http://127.0.0.1:8080'])('works from %s', async (origin) => {
    const app = await buildTestApp(freshSqlite);
    await signUp(app);
    expect((await signIn(app, {}, { origin })).statusCode).toBe(200);
  });

  test.each(['https://evil.example', 'http://localhost:8081', 'null'])('is refused from %s', async (origin) => {
    const app = await buildTestApp(freshSqlite);
    const answer = await signIn(app, {}, { origin });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ success: false, code: 'FORBIDDEN' });
  });

  test('is limited to five wrong passwords per minute, and then accepts the right one', async () => {
    const app = await buildTestApp(freshSqlite);
    await signUp(app);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await signIn(app, { password: `wrong ${attempt}` })).statusCode).toBe(401);
    }
    const slowed = await signIn(app, { email: 'ANA@gmail.com' });
    expect(slowed.statusCode).toBe(429);
    expect(slowed.headers['retry-after']).toBe('12');
    expect(slowed.json()).toMatchObject({ success: false, code: 'RATE_LIMITED' });
    app.clock.advance(12_000);
    expect((await signIn(app)).statusCode).toBe(200);
  });
});
