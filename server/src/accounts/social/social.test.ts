import { expect, test } from 'vitest';
import { freePort } from '../../../../scripts/processes/free-port.mjs';
import { freshSqlite, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { linkIn, mailOf } from '../../../test/doubles/mailbox.ts';
import { CLIENT, openIdProvider, type Person, throughProvider } from '../../../test/doubles/openid-provider.ts';
import { buildTestApp, TEST_ORIGIN, type TestApp } from '../../../test/servers/build-test-app.ts';
import { aVisitor, PASSWORD, sessionOf, signedUp, type Visitor } from '../../../test/servers/visitor.ts';
import type { Config } from '../../config.ts';

const ANA: Person = { sub: 'ana-1', email: 'ana@example.org', email_verified: true, name: 'Ana Müller' };
const FLOW = 'flow-of-this-very-popup';

const withIssuer = (issuer: string): Partial<Config> => ({
  socialProviders: [
    { ...CLIENT, id: 'google', name: 'Google', issuer },
    { ...CLIENT, id: 'oidc', name: 'Keycloak', issuer },
  ],
});

const start = (visitor: Visitor, provider = 'oidc') => visitor.post('/auth/sign-in/social', { provider, flow: FLOW });

/**
 * Runs a complete popup.
 * @returns its last address
 */
async function popup(visitor: Visitor, provider = 'oidc') {
  const started = await start(visitor, provider);
  expect([started.statusCode, started.body]).toMatchObject([200, expect.any(String)]);
  const back = new URL(await throughProvider(started.json().url));
  return endOf(visitor, back);
}

async function endOf(visitor: Visitor, back: URL) {
  const answer = await visitor.get(back.pathname + back.search);
  const { origin, pathname, searchParams } = new URL(String(answer.headers.location));
  expect([answer.statusCode, origin, pathname]).toEqual([302, back.origin, '/api/auth/popup']);
  return Object.fromEntries(searchParams);
}

async function anApp(fresh: Parameters<typeof buildTestApp>[0], person: Person | null = ANA) {
  const { issuer, manners } = await openIdProvider({ person });
  return { app: await buildTestApp(fresh, withIssuer(issuer)), issuer, manners };
}

onBothDatabases('a social sign-in', (fresh) => {
  test('creates an account the first time and finds it the second time', async () => {
    const { app } = await anApp(fresh);
    const ana = aVisitor(app);
    expect(await popup(ana)).toEqual({ flow: FLOW });
    const { user } = await sessionOf(ana);
    expect(user).toMatchObject({
      email: 'ana@example.org',
      emailVerified: true,
      displayName: 'Ana Müller',
      providerData: [{ providerId: 'oidc' }],
    });
    expect((await ana.get('/api/devices')).statusCode).toBe(200);

    const elsewhere = aVisitor(app);
    await popup(elsewhere);
    await popup(elsewhere);
    expect((await sessionOf(elsewhere)).user.id).toBe(user.id);
    // The second popup replaced one session, which has ended.
    expect(await app.dependencies.database.kysely.selectFrom('auth_session').selectAll().execute()).toHaveLength(2);
    const rows = await app.dependencies.database.kysely.selectFrom('auth_account').selectAll().execute();
    expect(rows).toMatchObject([{ providerId: 'oidc', accountId: 'ana-1' }]);
  });

  test('does not open an account whose address is unverified', async () => {
    const { app } = await anApp(fresh, { ...ANA, email: 'ana@gmail.com' });
    const squatter = await signedUp(app);
    const ana = aVisitor(app);
    expect(await popup(ana)).toEqual({ flow: FLOW, error: 'account_not_linked' });
    expect(await sessionOf(ana)).toBeNull();

    const { pathname, search } = linkIn(await mailOf(app, 'verification'));
    await squatter.get(pathname + search);
    expect(await popup(ana)).toEqual({ flow: FLOW });
    expect(await sessionOf(ana)).toMatchObject({
      user: { email: 'ana@gmail.com', providerData: [{ providerId: 'password' }, { providerId: 'oidc' }] },
    });
  });

  test('encrypts the tokens of the issuer', async () => {
    const { app } = await anApp(fresh);
    await popup(aVisitor(app));
    const { kysely } = app.dependencies.database;
    const [row] = await kysely.selectFrom('auth_account').selectAll().execute();
    const { accessToken } = row as unknown as { accessToken: string };
    // The issuer's own tokens have 43 characters of base64url.
    expect(accessToken.length).toBeGreaterThan(60);
  });
});

test('a social sign-in uses PKCE, a state and a nonce, and returns to where it began', async () => {
  const { app, issuer } = await anApp(freshSqlite);
  for (const origin of [TEST_ORIGIN, 'http://127.0.0.1:8080']) {
    const visitor = aVisitor(app, { origin });
    const url = new URL((await start(visitor, 'google')).json().url);
    expect(url.origin).toBe(issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'vedette',
      code_challenge: expect.any(String),
      code_challenge_method: 'S256',
      nonce: expect.any(String),
      state: expect.any(String),
      scope: 'openid email profile',
      redirect_uri: `${origin}/api/auth/callback/google`,
    });
    expect(await popup(visitor, 'google')).toEqual({ flow: FLOW });
  }
});

test("a social sign-in that is cancelled at the issuer is reported without the issuer's text", async () => {
  const { app } = await anApp(freshSqlite, null);
  const ana = aVisitor(app);
  expect(await popup(ana)).toEqual({ flow: FLOW, error: 'access_denied' });
  expect(await sessionOf(ana)).toBeNull();
});

test('a social sign-in of a suspended person says so and leaves no cookie', async () => {
  const { app } = await anApp(freshSqlite);
  expect(await popup(aVisitor(app))).toEqual({ flow: FLOW });
  await app.dependencies.database.kysely.updateTable('auth_user').set({ suspendedAt: 1 }).execute();
  const ana = aVisitor(app);
  expect(await popup(ana)).toEqual({ flow: FLOW, error: 'account_suspended' });
  expect(await sessionOf(ana)).toBeNull();
  await app.dependencies.database.kysely.updateTable('auth_user').set({ suspendedAt: null }).execute();
  expect(await sessionOf(ana)).toBeNull();
});

test('a social sign-in works with an issuer that sends a strict opener policy', async () => {
  const { issuer } = await openIdProvider({ person: ANA, openerPolicy: true });
  const app = await buildTestApp(freshSqlite, withIssuer(issuer));
  const ana = aVisitor(app);
  expect(await popup(ana)).toEqual({ flow: FLOW });
  const page = await ana.get(`/api/auth/popup?flow=${FLOW}`);
  expect(page.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
});

test('a social sign-in works as soon as its issuer is available again', async () => {
  const port = await freePort();
  const app = await buildTestApp(freshSqlite, withIssuer(`http://127.0.0.1:${port}`));
  app.expectLogLine(/a sign-in provider does not answer/);
  const ana = aVisitor(app);
  const refused = await start(ana);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    503,
    { code: 'SOCIAL_UNAVAILABLE', message: 'Keycloak does not answer; please try again in a moment' },
  ]);
  const lost = await ana.get('/api/auth/callback/oidc?code=1&state=2');
  expect(lost.headers.location).toBe(`${TEST_ORIGIN}/api/auth/popup?error=social_unavailable`);
  await openIdProvider({ person: ANA, port });
  expect(await popup(ana)).toEqual({ flow: FLOW });
});

test('a social sign-in can be completed only once, in the browser that began it', async () => {
  const { app } = await anApp(freshSqlite);
  const ana = aVisitor(app);
  const back = new URL(await throughProvider((await start(ana)).json().url));
  const another = aVisitor(app);
  expect(await endOf(another, back)).toMatchObject({ error: 'state_mismatch' });
  expect(await sessionOf(another)).toBeNull();

  const again = new URL(await throughProvider((await start(ana)).json().url));
  expect(await endOf(ana, again)).toEqual({ flow: FLOW });
  expect(await endOf(ana, again)).toMatchObject({ error: 'state_mismatch' });
});

test('a social sign-in without an account is refused while registration is closed', async () => {
  const { issuer } = await openIdProvider({ person: ANA });
  const app = await buildTestApp(freshSqlite, { ...withIssuer(issuer), registration: 'closed' });
  expect(await popup(aVisitor(app))).toEqual({ flow: FLOW, error: 'signup_disabled' });
});

test('a social sign-in needs an address, which is verified only when the issuer says so', async () => {
  const { app, manners } = await anApp(freshSqlite, { sub: 'nameless-1' });
  expect(await popup(aVisitor(app))).toEqual({ flow: FLOW, error: 'email_not_found' });
  manners.person = { sub: 'ben-1', email: 'ben@example.org', email_verified: false };
  const ben = aVisitor(app);
  await popup(ben);
  expect(await sessionOf(ben)).toMatchObject({ user: { emailVerified: false } });
  expect((await mailOf(app, 'verification')).headers.To).toBe('ben@example.org');
});

test('a social sign-in without an ID token is refused', async () => {
  const { app, manners } = await anApp(freshSqlite);
  manners.tokens = ({ id_token: _, ...rest }) => rest;
  const ana = aVisitor(app);
  expect(await popup(ana)).toEqual({ flow: FLOW, error: 'unable_to_get_user_info' });
  expect(await sessionOf(ana)).toBeNull();
  expect(await app.dependencies.accountStore.any()).toBe(false);
});

test.each([
  ['is of somebody else', { sub: 'ben-1' }],
  ['names nobody', { sub: undefined }],
])('a social sign-in is refused when the user info %s', async (_what, change) => {
  const { app, manners } = await anApp(freshSqlite);
  manners.userinfo = (answer) => ({ ...answer, ...change });
  const ana = aVisitor(app);
  expect(await popup(ana)).toEqual({ flow: FLOW, error: 'unable_to_get_user_info' });
  expect(await sessionOf(ana)).toBeNull();
});

onBothDatabases('an address from an issuer', (fresh) => {
  test.each([
    'ana@example.org, everybody@example.org',
    'ana@example.org\r\nBcc: everybody@example.org',
    '"<everybody@example.org>"@example.org',
    'ana@example.org\u0000',
    `${'a'.repeat(250)}@example.org`,
    'nobody',
    7,
    { toString: 'ana@example.org' },
  ])('is ignored when it is %j', async (email) => {
    const { app, manners } = await anApp(fresh);
    manners.userinfo = (answer) => ({ ...answer, email });
    expect(await popup(aVisitor(app))).toEqual({ flow: FLOW, error: 'email_not_found' });
    expect(await app.dependencies.accountStore.any()).toBe(false);
  });

  test('is verified only by the boolean true', async () => {
    const { app, manners } = await anApp(fresh);
    manners.userinfo = (answer) => ({ ...answer, email_verified: 'false' });
    const ana = aVisitor(app);
    expect(await popup(ana)).toEqual({ flow: FLOW });
    expect(await sessionOf(ana)).toMatchObject({ user: { emailVerified: false } });
  });
});

onBothDatabases('a name or picture from an issuer', (fresh) => {
  test.each([
    [{ name: 'Ana', picture: 'https://example.org/ana.png' }, 'Ana', 'https://example.org/ana.png'],
    [{ picture: 'http://example.org/ana.png' }, 'Ana Müller', null],
    [{ picture: 'javascript:alert(1)' }, 'Ana Müller', null],
    [{ picture: 'data:image/png;base64,AAAA' }, 'Ana Müller', null],
    [{ picture: `https://example.org/${'a'.repeat(2_048)}` }, 'Ana Müller', null],
    [{ picture: 'https://example.org/\u0000' }, 'Ana Müller', null],
    [{ picture: ['https://example.org/ana.png'] }, 'Ana Müller', null],
    [{ name: 'Ana\u0000' }, null, null],
    [{ name: 'Ana\nBcc: everybody@example.org' }, null, null],
    [{ name: 'a'.repeat(101) }, null, null],
    [{ name: { first: 'Ana' } }, null, null],
    [{ name: undefined }, null, null],
  ])('is used only when it can be shown, in %j', async (claims, displayName, photoURL) => {
    const { app, manners } = await anApp(fresh);
    manners.userinfo = (answer) => ({ ...answer, ...claims });
    const ana = aVisitor(app);
    expect(await popup(ana)).toEqual({ flow: FLOW });
    expect((await sessionOf(ana)).user).toMatchObject({ displayName, photoURL });
  });
});

test('a social account can get a password', async () => {
  const { app } = await anApp(freshSqlite);
  const ana = aVisitor(app);
  await popup(ana);
  expect((await ana.post('/auth/change-password', { newPassword: PASSWORD })).statusCode).toBe(200);
  const entered = await aVisitor(app).post('/auth/sign-in/email', { email: 'ana@example.org', password: PASSWORD });
  expect(entered.json()).toMatchObject({
    user: { providerData: [{ providerId: 'password' }, { providerId: 'oidc' }] },
  });
});

test('the configured social sign-ins are listed', async () => {
  const { app } = await anApp(freshSqlite);
  const config = async (of: TestApp) => (await of.api.inject('/api/config')).json();
  expect((await config(app)).social).toEqual([
    { id: 'google', name: 'Google' },
    { id: 'oidc', name: 'Keycloak' },
  ]);
  expect(JSON.stringify(await config(app))).not.toContain(CLIENT.clientSecret);

  const without = await buildTestApp(freshSqlite);
  expect((await config(without)).social).toEqual([]);
  const refused = await start(aVisitor(without), 'google');
  expect([refused.statusCode, refused.json()]).toMatchObject([404, { code: 'SOCIAL_NOT_CONFIGURED' }]);
  const lost = await aVisitor(without).get('/api/auth/callback/google?code=1');
  expect(lost.headers.location).toBe(`${TEST_ORIGIN}/api/auth/popup?error=provider_not_found`);
});

test('the last page of a popup has no inline script', async () => {
  const app = await buildTestApp(freshSqlite);
  const page = await aVisitor(app).get('/api/auth/popup?flow=x&error=<script>');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body.match(/<script[^>]*>[^<]*/g)).toEqual(['<script src="/api/auth/popup.js">']);
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  const script = await aVisitor(app).get('/api/auth/popup.js');
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(script.body).toContain("new BroadcastChannel('vedette.social-sign-in')");
});
