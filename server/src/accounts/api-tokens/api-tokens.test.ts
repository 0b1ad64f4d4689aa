import { expect, test } from 'vitest';
import { type FreshDatabase, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { buildTestApp, TEST_ORIGIN } from '../../../test/servers/build-test-app.ts';
import { twoServers } from '../../../test/servers/two-servers.ts';

const DAY_MS = 24 * 60 * 60_000;
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function withTokens(fresh: FreshDatabase, team = true) {
  const app = await buildTestApp(fresh, { team });
  const ana = await app.signIn('ana@gmail.com');
  const make = async (body: object = {}) => {
    const payload = { name: 'Nightly export', scope: 'read', ...body };
    const answer = await app.api.inject({ method: 'POST', url: '/api/auth/tokens', headers: ana, payload });
    return { status: answer.statusCode, ...answer.json() };
  };
  const call = (secret: string, url = '/api/detections/all', method: Method = 'GET', more = {}) =>
    app.api.inject({ method, url, headers: { authorization: `Bearer ${secret}` }, ...more });
  const list = async () => (await app.api.inject({ url: '/api/auth/tokens', headers: ana })).json().tokens;
  return { ...app, ana, make, call, list };
}

onBothDatabases('API tokens', (fresh) => {
  test('a reading token reads and changes nothing', async () => {
    const { make, call } = await withTokens(fresh);
    const { status, secret, token } = await make();
    expect(status).toBe(201);
    expect(secret).toMatch(/^vdt_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/);
    expect(token).toMatchObject({ name: 'Nightly export', scope: 'read', last_used_at: null });
    expect(Date.parse(token.expires_at) - Date.parse(token.created_at)).toBe(90 * DAY_MS);
    expect((await call(secret)).statusCode).toBe(200);
    expect((await call(secret, '/api/detections/all', 'HEAD')).statusCode).toBe(200);
    const refused = await call(secret, '/api/detections/all', 'DELETE');
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'FORBIDDEN']);
  });

  test('a writing token writes, without an origin or with a foreign one', async () => {
    const { make, call } = await withTokens(fresh);
    const { secret } = await make({ scope: 'write' });
    const payload = { name: 'Gate camera' };
    expect((await call(secret, '/api/devices', 'POST', { payload })).statusCode).toBe(201);
    const headers = { authorization: `Bearer ${secret}`, origin: 'https://elsewhere.example', cookie: 'a=b' };
    expect((await call(secret, '/api/devices', 'POST', { payload, headers })).statusCode).toBe(201);
  });

  test('no token manages accounts or tokens', async () => {
    const { api, make, call } = await withTokens(fresh);
    const { secret } = await make({ scope: 'write' });
    const closed = api.knownRoutes
      .filter(({ url }) => url.startsWith('/api/auth/'))
      .flatMap(({ url, methods }) => methods.map((method) => ({ url, method: method as Method })));
    const answers = new Map<string, number>();
    for (const { url, method } of closed) {
      const payload = method === 'POST' ? { payload: {} } : {};
      const asVisitor = await api.inject({ method, url, headers: { origin: TEST_ORIGIN }, ...payload });
      if (asVisitor.statusCode !== 401) continue;
      answers.set(`${method} ${url}`, (await call(secret, url, method, payload)).statusCode);
    }
    expect([...answers.keys()]).toEqual(
      expect.arrayContaining(['POST /api/auth/tokens', 'POST /api/auth/delete-user']),
    );
    expect([...answers].filter(([, status]) => status !== 403)).toEqual([]);
  });

  test('a token ends when it expires, is revoked, or its person is deleted', async () => {
    const { api, ana, signIn, make, call, clock, dependencies } = await withTokens(fresh);
    const short = await make({ days: 1 });
    const long = await make({ days: 365 });
    const orphan = await make();
    clock.advance(DAY_MS);
    expect((await call(short.secret)).statusCode).toBe(401);
    expect((await call(long.secret)).statusCode).toBe(200);
    const url = `/api/auth/tokens/${long.token.id}`;
    expect((await api.inject({ method: 'DELETE', url, headers: await signIn('ben@gmail.com') })).statusCode).toBe(404);
    expect((await call(long.secret)).statusCode).toBe(200);
    expect((await api.inject({ method: 'DELETE', url, headers: ana })).statusCode).toBe(200);
    expect((await call(long.secret)).statusCode).toBe(401);
    await dependencies.database.kysely.deleteFrom('auth_user').where('email', '=', 'ana@gmail.com').execute();
    expect((await call(orphan.secret)).statusCode).toBe(401);
  });

  test('only its hash is stored, and the last use at most once a minute', async () => {
    const { make, call, clock, list, dependencies } = await withTokens(fresh);
    const { secret } = await make();
    const rows = await dependencies.database.kysely.selectFrom('api_token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret.split('_').at(-1));
    await call(secret);
    const [{ last_used_at: first }] = await list();
    expect(first).toEqual(expect.any(String));
    clock.advance(59_000);
    await call(secret);
    expect((await list())[0].last_used_at).toBe(first);
    clock.advance(1_000);
    await call(secret);
    expect(Date.parse((await list())[0].last_used_at) - Date.parse(first)).toBe(60_000);
  });

  test('wrong secrets are limited, and a right token of the same network is not', async () => {
    const { make, call } = await withTokens(fresh);
    const guessed = (await make()).secret;
    const other = (await make()).secret;
    const wrong = `${guessed.slice(0, 21)}${'A'.repeat(43)}`;
    for (let guess = 0; guess < 10; guess += 1) expect((await call(wrong)).statusCode).toBe(401);
    expect((await call(wrong)).statusCode).toBe(429);
    expect((await call(guessed)).statusCode).toBe(429);
    expect((await call(other)).statusCode).toBe(200);
    for (let guess = 0; guess < 30; guess += 1) expect((await call('vdt_nothing')).statusCode).toBe(401);
    expect((await call('vdt_nothing')).statusCode).toBe(429);
    expect((await call(other)).statusCode).toBe(200);
  });

  test('making one needs a recent sign-in and valid fields', async () => {
    const { make, clock } = await withTokens(fresh);
    expect(await make({ days: 366 })).toMatchObject({ status: 400, field: 'days' });
    expect(await make({ scope: 'admin' })).toMatchObject({ status: 400 });
    clock.advance(301_000);
    expect(await make()).toMatchObject({ status: 403, code: 'REQUIRES_RECENT_LOGIN' });
  });

  test('without a team there are none', async () => {
    const { make, call } = await withTokens(fresh, false);
    expect((await make()).status).toBe(404);
    expect((await call(`vdt_${'0'.repeat(16)}_${'A'.repeat(43)}`)).json().message).toBe('Please sign in');
  });
});

test('a token that is revoked at one server is refused by the other', async () => {
  const { here, there } = await twoServers({ team: true });
  const headers = await here.signIn();
  const payload = { name: 'Export', scope: 'read' };
  const made = (await here.api.inject({ method: 'POST', url: '/api/auth/tokens', headers, payload })).json();
  const use = async () =>
    (await there.api.inject({ url: '/api/devices', headers: { authorization: `Bearer ${made.secret}` } })).statusCode;
  expect(await use()).toBe(200);
  await here.api.inject({ method: 'DELETE', url: `/api/auth/tokens/${made.token.id}`, headers });
  expect(await use()).toBe(401);
});
