import { expect, test } from 'vitest';
import { freshSqlite } from '../../../test/data/on-both-databases.ts';
import { buildTestApp, TEST_ORIGIN, type TestApp } from '../../../test/servers/build-test-app.ts';
import { aVisitor, PASSWORD, type Visitor } from '../../../test/servers/visitor.ts';

const FLOW = 'flow-of-this-very-popup';
const reset = { email: 'ana@gmail.com' };

/** Every route that takes or makes a credential, and the number of requests in a row that it answers before it limits them. */
const ROUTES: [name: string, allowed: number, call: (visitor: Visitor) => ReturnType<Visitor['post']>][] = [
  [
    'sign-up/email',
    5,
    (visitor) => visitor.post('/auth/sign-up/email', { email: 'a@example.org', password: PASSWORD }),
  ],
  ['request-password-reset', 3, (visitor) => visitor.post('/auth/request-password-reset', reset)],
  ['reset-password', 60, (visitor) => visitor.post('/auth/reset-password', { token: 'x', newPassword: 'short' })],
  ['sign-in/social', 60, (visitor) => visitor.post('/auth/sign-in/social', { provider: 'none', flow: FLOW })],
];

test.each(ROUTES)(
  '%s answers 429 after %i requests in a row, and answers again later',
  async (_name, allowed, call) => {
    const app = await buildTestApp(freshSqlite);
    const visitor = aVisitor(app);
    for (let time = 0; time < allowed; time += 1) expect((await call(visitor)).statusCode).not.toBe(429);
    const slowed = await call(visitor);
    expect([slowed.statusCode, slowed.json()]).toMatchObject([429, { success: false, code: 'RATE_LIMITED' }]);
    const seconds = Number(slowed.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect((await call(aVisitor(app, { address: '198.51.100.1' }))).statusCode).not.toBe(429);
    app.clock.advance(seconds * 1_000);
    expect((await call(visitor)).statusCode).not.toBe(429);
  },
);

test.each([
  ['contact', 5],
  ['auth/sign-in/email', 60],
  ['auth/sign-up/email', 60],
  ['auth/request-password-reset', 60],
  ['auth/reset-password', 60],
  ['auth/sign-in/social', 60],
])(
  '%s counts refused requests: after %i in a row from one network it answers 429 without reading the body',
  async (path, allowed) => {
    const app = await buildTestApp(freshSqlite);
    const visitor = aVisitor(app);
    const call = async (from: Visitor) => (await from.post(`/${path}`, { unknown: true })).statusCode;
    for (let time = 0; time < allowed; time += 1) expect(await call(visitor)).toBe(400);
    expect(await call(visitor)).toBe(429);
    const payload = '{ no JSON';
    const headers = { 'content-type': 'application/json', origin: TEST_ORIGIN };
    const unread = await app.api.inject({
      method: 'POST',
      url: `/api/${path}`,
      payload,
      headers,
      remoteAddress: '192.0.2.7',
    });
    expect(unread.statusCode).toBe(429);
    expect(await call(aVisitor(app, { address: '198.51.100.1' }))).toBe(400);
  },
);

test.each([
  ['change-email', 10, { newEmail: 'guard@gmail.com' }],
  ['change-password', 10, { newPassword: 'short' }],
  ['send-verification-email', 3, {}],
])('%s is limited after %i requests in a row, per guard and not per address', async (path, allowed, payload) => {
  const app = await buildTestApp(freshSqlite);
  const guards = [await app.signIn(), await app.signIn('neighbour@gmail.com')] as const;
  const call = (headers: (typeof guards)[number]) =>
    app.api.inject({ method: 'POST', url: `/api/auth/${path}`, headers, payload });
  for (let time = 0; time < allowed; time += 1) expect((await call(guards[0])).statusCode).not.toBe(429);
  const slowed = await call(guards[0]);
  expect([slowed.statusCode, slowed.json().code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
  expect((await call(guards[1])).statusCode).not.toBe(429);
});

test('deleting is limited together with the other changes', async () => {
  const app = await buildTestApp(freshSqlite);
  const headers = await app.signIn();
  app.clock.advance(300_000);
  const call = () => app.api.inject({ method: 'POST', url: '/api/auth/delete-user', headers, payload: {} });
  for (let time = 0; time < 10; time += 1) expect((await call()).statusCode).toBe(403);
  expect((await call()).statusCode).toBe(429);
});

test('a popup whose callback is limited shows a page that reports it', async () => {
  const provider = { id: 'oidc', name: 'Keycloak', issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'x' };
  const app = await buildTestApp(freshSqlite, { socialProviders: [{ ...provider, id: 'oidc' }] });
  for (let time = 0; time < 60; time += 1) await app.dependencies.credentialLimits.beforeCallback('192.0.2.7');
  const { headers } = await aVisitor(app).get('/api/auth/callback/oidc?state=x');
  expect(headers.location).toBe('http://localhost:8080/api/auth/popup?error=rate_limited');
});

test('a mailed link that is opened too often redirects to the page that reports the failure', async () => {
  const app = await buildTestApp(freshSqlite);
  const visitor = aVisitor(app);
  for (let time = 0; time < 60; time += 1) await app.dependencies.credentialLimits.beforeToken('192.0.2.7');
  const answer = await visitor.get('/api/auth/verify-email?token=x');
  expect([answer.statusCode, answer.headers.location]).toEqual([302, 'http://localhost:8080/?verification=failed']);
});

test('a complete social sign-in takes no more tokens of an address than a started one', async () => {
  const provider = { id: 'oidc', name: 'Keycloak', issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'x' };
  const app = await buildTestApp(freshSqlite, { socialProviders: [{ ...provider, id: 'oidc' }] });
  app.expectLogLine(/a sign-in provider does not answer/);
  const visitor = aVisitor(app);
  for (let time = 0; time < 60; time += 1) {
    const { statusCode } = await visitor.post('/auth/sign-in/social', { provider: 'oidc', flow: FLOW });
    const { headers } = await visitor.get('/api/auth/callback/oidc?state=x');
    expect([statusCode, headers.location]).toEqual([503, expect.stringContaining('error=social_unavailable')]);
  }
});

test('thirty people sign in within a minute behind one address', async () => {
  const app = await buildTestApp(freshSqlite);
  await Promise.all(
    Array.from({ length: 30 }, async (_, guard) => {
      const { statusCode } = await signIn(app, `guard${guard}@gmail.com`, '192.0.2.7');
      // The accounts do not exist, which takes the same time and is counted the same.
      expect(statusCode).toBe(401);
    }),
  );
});

test('limits count by client address behind a trusted proxy', async () => {
  const app = await buildTestApp(freshSqlite, { trustProxy: 1 });
  const guess = (client: string) =>
    signIn(app, 'ana@gmail.com', '10.0.0.2', { 'x-forwarded-for': `1.2.3.4, ${client}` });
  for (let time = 0; time < 5; time += 1) expect((await guess('198.51.100.1')).statusCode).toBe(401);
  expect((await guess('198.51.100.1')).statusCode).toBe(429);
  expect((await guess('192.0.2.7')).statusCode).toBe(401);
});

function signIn(app: TestApp, email: string, address: string, headers: Record<string, string> = {}) {
  return aVisitor(app, { address }).post('/auth/sign-in/email', { email, password: 'wrong password' }, headers);
}
