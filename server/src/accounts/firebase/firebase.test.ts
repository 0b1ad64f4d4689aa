import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { type FreshDatabase, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { buildTestApp, TEST_ORIGIN } from '../../../test/servers/build-test-app.ts';

const PROJECT = 'demo-vedette';
const settings = { projectId: PROJECT, apiKey: 'key', authDomain: `${PROJECT}.firebaseapp.com`, emulator: undefined };
const pairs = Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);

/** Google's keys at an address of this machine; `publishes` changes which there are, null makes it fail. */
async function theKeys() {
  const [first, second] = await pairs;
  const jwk = async (kid: string, { publicKey }: typeof first) => ({
    ...(await exportJWK(publicKey)),
    kid,
    alg: 'RS256',
  });
  const all = { first: await jwk('first', first), second: await jwk('second', second) };
  let published: (keyof typeof all)[] | null = ['first'];
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    if (published === null) return response.writeHead(500).end();
    response.setHeader('cache-control', 'public, max-age=3600');
    return response.end(JSON.stringify({ keys: published.map((kid) => all[kid]) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    privateKeys: { first: first.privateKey, second: second.privateKey },
    requests: () => requests,
    publishes: (kids: typeof published) => {
      published = kids;
    },
  };
}

async function aSite(fresh: FreshDatabase, config: Parameters<typeof buildTestApp>[1] = {}) {
  const keys = await theKeys();
  const app = await buildTestApp(fresh, { firebase: settings, ...config }, { firebaseKeysUrl: keys.url });
  const seconds = () => Math.floor(app.dependencies.now() / 1_000);
  const claims = (more: JWTPayload = {}): JWTPayload => ({
    iss: `https://securetoken.google.com/${PROJECT}`,
    ...{ aud: PROJECT, sub: 'uid-of-ada', iat: seconds(), exp: seconds() + 3_600, auth_time: seconds() },
    ...{ email: 'Ada@gmail.com', email_verified: false, firebase: { sign_in_provider: 'password' } },
    ...more,
  });
  const token = (more: JWTPayload = {}, kid: 'first' | 'second' = 'first') =>
    new SignJWT(claims(more)).setProtectedHeader({ alg: 'RS256', kid }).sign(keys.privateKeys[kid]);
  const exchange = (idToken: string, { cookie, ...more }: { cookie?: string; endOthers?: boolean } = {}) =>
    app.api.inject({
      method: 'POST',
      url: '/api/auth/firebase/session',
      headers: { origin: TEST_ORIGIN, ...(cookie === undefined ? {} : { cookie }) },
      payload: { idToken, ...more },
    });
  const enter = async (more?: JWTPayload) => {
    const { cookies, statusCode, body } = await exchange(await token(more));
    expect(statusCode, body).toBe(200);
    return `${cookies[0]?.name}=${encodeURIComponent(cookies[0]?.value ?? '')}`;
  };
  const statusWith = async (cookie: string) =>
    (await app.api.inject({ url: '/api/detections/test', headers: { cookie } })).statusCode;
  return { ...app, keys, seconds, claims, token, exchange, enter, statusWith };
}

onBothDatabases('with IDENTITY=firebase', (fresh) => {
  test('an ID token is exchanged for a session, which lasts as long as the token', async () => {
    const { token, exchange, enter, statusWith, clock, api } = await aSite(fresh);
    const answer = await exchange(await token());
    expect(answer.json()).toMatchObject({ user: { id: 'uid-of-ada', email: 'ada@gmail.com', emailVerified: false } });
    expect(answer.cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/' }]);
    const cookie = await enter({ email_verified: true, name: 'Ada Guard' });
    expect(await statusWith(cookie)).toBe(200);
    clock.advance(10 * 60_000);
    const session = await api.inject({ url: '/api/auth/get-session', headers: { cookie } });
    expect(session.headers).toMatchObject({ 'x-vedette-identity': 'firebase' });
    expect(session.json()).toMatchObject({
      session: { fresh: false },
      user: { email: 'ada@gmail.com', emailVerified: true, displayName: 'Ada Guard' },
    });
    clock.advance(51 * 60_000);
    expect(await statusWith(cookie)).toBe(401);
  });

  test('a later token of the same sign-in extends the session; another sign-in replaces it', async () => {
    const { token, exchange, enter, statusWith, clock, seconds } = await aSite(fresh);
    const signedInAt = seconds();
    const cookie = await enter();
    clock.advance(50 * 60_000);
    const extended = await exchange(await token({ auth_time: signedInAt }), { cookie });
    expect(encodeURIComponent(extended.cookies[0]?.value ?? '')).toBe(cookie.split('=')[1]);
    clock.advance(50 * 60_000);
    expect(await statusWith(cookie)).toBe(200);
    const replaced = await exchange(await token(), { cookie });
    expect(replaced.statusCode).toBe(200);
    expect(await statusWith(cookie)).toBe(401);
  });

  test('other sessions end on request, and this one by signing out', async () => {
    const { token, exchange, enter, statusWith, api } = await aSite(fresh);
    const [elsewhere, here] = [await enter(), await enter()];
    expect((await exchange(await token(), { cookie: here, endOthers: true })).statusCode).toBe(200);
    expect([await statusWith(elsewhere), await statusWith(here)]).toEqual([401, 200]);
    const headers = { origin: TEST_ORIGIN, cookie: here };
    const left = await api.inject({ method: 'POST', url: '/api/auth/sign-out', headers });
    expect(left.cookies).toMatchObject([{ value: '', maxAge: 0 }]);
    expect(await statusWith(here)).toBe(401);
  });

  test('an ID token of before does not begin a session again when others were ended, or an administrator ended all', async () => {
    const { token, exchange, enter, statusWith, clock, api, seconds, dependencies } = await aSite(fresh, {
      team: true,
    });
    const own = await enter();
    const before = await token();
    clock.advance(2_000);
    expect(
      (await exchange(await token({ auth_time: seconds() - 2 }), { cookie: own, endOthers: true })).statusCode,
    ).toBe(200);
    expect((await exchange(before)).json()).toMatchObject({ code: 'ID_TOKEN_INVALID' });
    // The session that is left goes on, and a new sign-in begins one.
    expect((await exchange(await token({ auth_time: seconds() - 2 }), { cookie: own })).statusCode).toBe(200);
    const again = await enter();
    clock.advance(2_000);
    const late = await token({ auth_time: seconds() - 2 });
    const url = '/api/people/uid-of-ada/sessions';
    expect(
      (await api.inject({ method: 'DELETE', url, headers: { cookie: again, origin: TEST_ORIGIN } })).statusCode,
    ).toBe(200);
    expect([await statusWith(own), await statusWith(again)]).toEqual([401, 401]);
    expect((await exchange(late)).json()).toMatchObject({ code: 'ID_TOKEN_INVALID' });
    const rows = await dependencies.database.kysely.selectFrom('audit').select('kind').orderBy('id').execute();
    expect(rows.map(({ kind }) => kind).filter((kind) => /signed-out|failed/.test(kind))).toEqual([
      ...['account.signed-out', 'sign-in.failed', 'account.signed-out', 'sign-in.failed'],
    ]);
    expect(await statusWith(await enter())).toBe(200);
  });

  test('deleting the account needs a recent sign-in', async () => {
    const { enter, statusWith, clock, api } = await aSite(fresh);
    const deletes = (cookie: string) =>
      api.inject({
        ...{ method: 'POST', url: '/api/auth/delete-user', payload: {} },
        headers: { origin: TEST_ORIGIN, cookie },
      });
    const old = await enter();
    clock.advance(301_000);
    expect((await deletes(old)).json()).toMatchObject({ code: 'REQUIRES_RECENT_LOGIN' });
    const cookie = await enter();
    expect((await deletes(cookie)).statusCode).toBe(200);
    expect([await statusWith(cookie), await statusWith(old)]).toEqual([401, 401]);
  });

  test('an account comes in for the first time by the rules of a sign-up', async () => {
    const { token, exchange, signIn } = await aSite(fresh);
    const codeOf = async (more: JWTPayload) => (await exchange(await token(more))).json().code;
    expect(await codeOf({ email: 'ada@elsewhere.org' })).toBe('EMAIL_REFUSED');
    expect(await codeOf({ email: 'a@elsewhere.org', firebase: { sign_in_provider: 'google.com' } })).toBeUndefined();
    expect(await codeOf({ sub: 'other', email: undefined })).toBe('BAD_REQUEST');
    await signIn('owner@gmail.com');
    for (const verified of [false, true]) {
      const stranger = { sub: 'stranger', email: 'owner@gmail.com', email_verified: verified };
      expect(await codeOf(stranger)).toBe('ACCOUNT_NOT_LINKED');
    }
  });

  test('without registration, only known accounts come in', async () => {
    const { token, exchange } = await aSite(fresh, { registration: 'closed' });
    expect((await exchange(await token())).json()).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('a verified account of this server is linked, and its sessions end', async () => {
    const { token, exchange, signIn, statusWith, dependencies } = await aSite(fresh);
    const { cookie } = await signIn('owner@gmail.com');
    const { kysely, dialect } = dependencies.database;
    await kysely
      .updateTable('auth_user')
      .set({ emailVerified: dialect === 'sqlite' ? 1 : true })
      .execute();
    const { id } = await kysely.selectFrom('auth_user').select('id').executeTakeFirstOrThrow();
    const answer = await exchange(await token({ email: 'owner@gmail.com', email_verified: true }));
    expect(answer.json()).toMatchObject({ user: { id } });
    expect(await statusWith(cookie)).toBe(401);
    const audited = kysely
      .selectFrom('audit')
      .select(['actor_id', 'address', 'details'])
      .where('kind', '=', 'account.linked');
    expect(await audited.execute()).toEqual([
      { actor_id: id, address: '127.0.0.1', details: '{"provider":"firebase"}' },
    ]);
  });

  test('every token that is not right is refused', async () => {
    const { token, exchange, claims, seconds, keys } = await aSite(fresh);
    const now = seconds();
    const wrong: Record<string, string> = {
      'no token': 'not.a.token',
      issuer: await token({ iss: 'https://securetoken.google.com/another-project' }),
      audience: await token({ aud: 'another-project' }),
      expired: await token({ iat: now - 200, exp: now - 61 }),
      'issued in the future': await token({ iat: now + 120 }),
      'issued too long ago': await token({ iat: now - 361 }),
      'signed in in the future': await token({ auth_time: now + 120 }),
      'without a sign-in': await token({ auth_time: undefined }),
      'empty subject': await token({ sub: '' }),
      'long subject': await token({ sub: 'x'.repeat(256) }),
      'unknown key': await token({}, 'second'),
      'key of another': await new SignJWT(claims())
        .setProtectedHeader({ alg: 'RS256', kid: 'first' })
        .sign(keys.privateKeys.second),
      unsigned: new UnsecuredJWT(claims()).encode(),
      HS256: await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: 'first' })
        .sign(new TextEncoder().encode('a secret of at least thirty-two letters')),
    };
    for (const [why, idToken] of Object.entries(wrong)) {
      const answer = await exchange(idToken);
      expect([why, answer.statusCode, answer.json().code]).toEqual([why, 401, 'ID_TOKEN_INVALID']);
    }
    // An unknown key asks Google again only after a while.
    expect(keys.requests()).toBe(1);
  });

  test('an emulator alone opens accounts with unsigned tokens', async () => {
    const { claims, exchange, seconds } = await aSite(fresh, {
      firebase: { ...settings, emulator: 'http://127.0.0.1:9099' },
    });
    const unsigned = (more: JWTPayload = {}) => new UnsecuredJWT({ ...claims(), ...more }).encode();
    expect((await exchange(unsigned())).statusCode).toBe(200);
    for (const more of [{ aud: 'another-project' }, { iat: seconds() - 361 }, { sub: '' }]) {
      expect((await exchange(unsigned(more))).statusCode).toBe(401);
    }
  });

  test('new keys are fetched, known ones are kept while Google is down', async () => {
    const { token, exchange, clock, keys } = await aSite(fresh);
    keys.publishes(null);
    expect((await exchange(await token())).json()).toMatchObject({ code: 'SOCIAL_UNAVAILABLE' });
    expect((await exchange(await token())).statusCode).toBe(503);
    keys.publishes(['first']);
    expect((await exchange(await token())).statusCode).toBe(200);
    keys.publishes(null);
    expect((await exchange(await token())).statusCode).toBe(200);
    clock.advance(31_000);
    keys.publishes(['second']);
    expect((await exchange(await token({}, 'second'))).statusCode).toBe(200);
    keys.publishes(null);
    clock.advance(3_600_000);
    expect((await exchange(await token({}, 'second'))).statusCode).toBe(503);
  });

  test('the other ways to sign in are not offered, and this one only here', async () => {
    const { api } = await aSite(fresh);
    const embedded = await buildTestApp(fresh);
    const paths = ['sign-up/email', 'sign-in/email', 'sign-in/social', 'reset-password', 'change-email'];
    for (const path of paths) expect(api.hasRoute({ method: 'POST', url: `/api/auth/${path}` })).toBe(false);
    expect(embedded.api.hasRoute({ method: 'POST', url: '/api/auth/firebase/session' })).toBe(false);
    const policy = (await api.inject('/api/health')).headers['content-security-policy'];
    expect(policy).toContain("script-src 'self' https://apis.google.com;");
    expect(policy).toContain(`frame-src https://${PROJECT}.firebaseapp.com;`);
    const closed = (await embedded.api.inject('/api/health')).headers['content-security-policy'];
    expect(closed).not.toMatch(/google|firebase|frame-src/);
    expect((await api.inject('/api/config')).json()).toMatchObject({
      identity: 'firebase',
      firebase: { project_id: PROJECT, api_key: 'key', auth_domain: `${PROJECT}.firebaseapp.com` },
    });
    expect((await embedded.api.inject('/api/config')).json()).not.toHaveProperty('firebase');
  });
});
