import { symmetricEncrypt } from 'better-auth/crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FreshDatabase, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { totpCode } from '../../../test/doubles/totp-app.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';
import { aVisitor, PASSWORD, sessionOf, signedUp, type Visitor } from '../../../test/servers/visitor.ts';

const EMAIL = 'ana@gmail.com';
const SIGN_IN = '/auth/sign-in/second-factor';

// The library's clock stands still, so that a code is valid until a test moves on.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const nextCode = () => vi.setSystemTime(Date.now() + 30_000);

async function setUp(visitor: Visitor) {
  const begun = await visitor.post('/auth/second-factor/authenticator');
  expect(begun.statusCode).toBe(200);
  const { secret, uri } = begun.json<{ secret: string; uri: string }>();
  expect(uri).toContain('otpauth://totp/Vedette:ana%40gmail.com?');
  const confirmed = await visitor.post('/auth/second-factor/authenticator/confirm', { code: totpCode(secret) });
  expect(confirmed.statusCode).toBe(200);
  nextCode();
  return { secret, recoveryCodes: confirmed.json<{ recovery_codes: string[] }>().recovery_codes };
}

async function buildSite(fresh: FreshDatabase, settings = {}) {
  const app = await buildTestApp(fresh, { team: true, ...settings });
  const ana = await signedUp(app, EMAIL);
  const signIn = async (visitor = aVisitor(app), more = {}) => {
    const answer = await visitor.post('/auth/sign-in/email', { email: EMAIL, password: PASSWORD, ...more });
    return { visitor, answer };
  };
  const audited = async () => {
    const rows = await app.dependencies.database.kysely
      .selectFrom('audit')
      .select(['kind', 'details', 'subject'])
      .orderBy('seq')
      .execute();
    return rows
      .filter(({ kind }) => /sign-in|second-factor/.test(kind))
      .map(({ kind, details }) => [kind, (JSON.parse(details) as { reason?: string }).reason ?? ''].join(' ').trim());
  };
  const sessions = () => app.dependencies.database.kysely.selectFrom('auth_session').select('id').execute();
  return { ...app, ana, signIn, audited, sessions };
}

onBothDatabases('an authenticator app', (fresh) => {
  test('is asked for after the password, and without its code there is no session', async () => {
    const { ana, signIn, sessions, audited } = await buildSite(fresh);
    const { secret } = await setUp(ana);
    const before = await sessions();
    const { visitor, answer } = await signIn();
    expect(answer.json()).toEqual({ success: true, secondFactor: true });
    expect(String(answer.headers['set-cookie'])).not.toContain('session_token');
    expect(visitor.cookies()).toEqual(['vedette.two_factor']);
    expect(await sessions()).toEqual(before);
    expect(await sessionOf(visitor)).toBeNull();
    expect((await visitor.get(`/api${SIGN_IN}`)).json()).toEqual({ success: true, methods: ['authenticator'] });

    const passed = await visitor.post(SIGN_IN, { code: totpCode(secret) });
    expect(passed.json()).toMatchObject({ success: true, user: { email: EMAIL, role: 'administrator' } });
    expect(await sessionOf(visitor)).toMatchObject({ user: { email: EMAIL } });
    expect(visitor.cookies()).toEqual(['vedette.session_token']);
    expect((await visitor.get(`/api${SIGN_IN}`)).json()).toEqual({ success: true, methods: [] });
    expect(await audited()).toEqual(['sign-in.succeeded', 'second-factor.on', 'sign-in.succeeded']);
  });

  test('keeps a session for the browser only when that was asked for', async () => {
    const { ana, signIn } = await buildSite(fresh);
    const { secret } = await setUp(ana);
    const { visitor } = await signIn(undefined, { rememberMe: false });
    const passed = await visitor.post(SIGN_IN, { code: totpCode(secret) });
    const cookie = passed.cookies.find(({ name }) => name === 'vedette.session_token');
    expect(cookie).toBeDefined();
    expect(cookie?.maxAge).toBeUndefined();
  });

  test('shows codes that are accepted once, and none that is older than one that was', async () => {
    const { ana, signIn, audited } = await buildSite(fresh);
    const { secret } = await setUp(ana);
    const code = totpCode(secret);
    const older = totpCode(secret, { steps: -1 });
    const [first, second] = await Promise.all([signIn(), signIn()]);
    const answers = await Promise.all([first, second].map(({ visitor }) => visitor.post(SIGN_IN, { code })));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 401]);
    const refused = answers.find((answer) => answer.statusCode === 401);
    expect(refused?.json()).toMatchObject({ code: 'SECOND_FACTOR_WRONG', field: 'code' });
    const waiting = refused === answers[0] ? first : second;
    expect((await waiting.visitor.post(SIGN_IN, { code: older })).statusCode).toBe(401);
    nextCode();
    expect((await waiting.visitor.post(SIGN_IN, { code: totpCode(secret) })).statusCode).toBe(200);
    expect((await audited()).filter((line) => line === 'sign-in.failed CODE_USED_BEFORE')).toHaveLength(2);
  });

  test('asks a browser that is signed in without ending its session before the code is right', async () => {
    const { ana, signIn, sessions } = await buildSite(fresh);
    const { secret } = await setUp(ana);
    const { answer } = await signIn(ana);
    expect(answer.json()).toEqual({ success: true, secondFactor: true });
    expect(await sessionOf(ana)).toMatchObject({ user: { email: EMAIL } });
    // Whoever is signed in, the code is that of the sign-in that waits.
    expect((await ana.post(SIGN_IN, { code: '000000' })).statusCode).toBe(401);
    expect((await ana.post(SIGN_IN, { code: totpCode(secret) })).statusCode).toBe(200);
    expect(await sessions()).toHaveLength(1);
  });

  test('refuses wrong codes, records them, and asks for the password again after five', async () => {
    const { ana, signIn, audited } = await buildSite(fresh);
    const { secret } = await setUp(ana);
    const { visitor } = await signIn();
    const wrong = totpCode(secret) === '123456' ? '654321' : '123456';
    for (let guess = 0; guess < 5; guess += 1) {
      const answer = await visitor.post(SIGN_IN, { code: wrong });
      expect(answer.json()).toMatchObject({ code: 'SECOND_FACTOR_WRONG' });
    }
    const limited = await visitor.post(SIGN_IN, { code: totpCode(secret) });
    expect(limited.json()).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    const passwordToo = await signIn();
    expect(passwordToo.answer.statusCode).toBe(429);
    expect((await audited()).filter((line) => line === 'sign-in.failed INVALID_CODE')).toHaveLength(5);
  });

  test('ends the wait after five wrong codes, and the library locks after ten', async () => {
    const { ana, signIn, clock } = await buildSite(fresh);
    const { secret, recoveryCodes } = await setUp(ana);
    const guess = async (visitor: Visitor, code: string) => {
      clock.advance(60_000);
      return (await visitor.post(SIGN_IN, { code })).json<{ code: string }>().code;
    };
    const wrong = totpCode(secret) === '123456' ? '654321' : '123456';
    const first = (await signIn()).visitor;
    for (let count = 0; count < 5; count += 1) expect(await guess(first, wrong)).toBe('SECOND_FACTOR_WRONG');
    expect(await guess(first, totpCode(secret))).toBe('SECOND_FACTOR_EXPIRED');
    const second = (await signIn()).visitor;
    for (let count = 0; count < 5; count += 1) expect(await guess(second, wrong)).toBe('SECOND_FACTOR_WRONG');
    nextCode();
    const third = (await signIn()).visitor;
    expect(await guess(third, totpCode(secret))).toBe('RATE_LIMITED');
    const recovery = await third.post(SIGN_IN, { recoveryCode: recoveryCodes[0] });
    expect(recovery.json()).toMatchObject({ code: 'RATE_LIMITED' });
    vi.setSystemTime(Date.now() + 901_000);
    const later = (await signIn()).visitor;
    expect((await later.post(SIGN_IN, { code: totpCode(secret) })).statusCode).toBe(200);
  });

  test('comes with ten recovery codes, each of which works once, however it is typed', async () => {
    const { ana, signIn, audited } = await buildSite(fresh);
    const { recoveryCodes } = await setUp(ana);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    const { visitor } = await signIn();
    expect((await visitor.post(SIGN_IN, { recoveryCode: ` ${code.toUpperCase().replace('-', ' ')}` })).statusCode).toBe(
      200,
    );
    const again = (await signIn()).visitor;
    expect((await again.post(SIGN_IN, { recoveryCode: code })).json()).toMatchObject({ code: 'SECOND_FACTOR_WRONG' });
    expect((await visitor.get('/api/auth/second-factor')).json()).toMatchObject({ recovery_codes_left: 9 });

    const renewed = await visitor.post('/auth/second-factor/recovery-codes');
    expect(renewed.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10);
    expect((await again.post(SIGN_IN, { recoveryCode: recoveryCodes[1] })).statusCode).toBe(401);
    const { recovery_codes: fresher } = renewed.json<{ recovery_codes: string[] }>();
    expect((await again.post(SIGN_IN, { recoveryCode: fresher[1] })).statusCode).toBe(200);
    expect((await audited()).slice(2)).toEqual([
      'second-factor.recovery-code-used',
      'sign-in.succeeded',
      'sign-in.failed INVALID_BACKUP_CODE',
      'second-factor.codes-renewed',
      'sign-in.failed INVALID_BACKUP_CODE',
      'second-factor.recovery-code-used',
      'sign-in.succeeded',
    ]);
  });

  test('counts only once its code was entered, and is turned off again', async () => {
    const { api, ana, signIn, audited } = await buildSite(fresh);
    await ana.post('/auth/second-factor/authenticator');
    expect((await signIn()).answer.json()).toMatchObject({ user: { email: EMAIL } });
    const { secret } = await setUp(ana);
    expect((await ana.post('/auth/second-factor/authenticator')).json()).toMatchObject({ code: 'CONFLICT' });
    const headers = { cookie: ana.cookieHeader(), origin: 'http://localhost:8080' };
    const off = () => api.inject({ method: 'DELETE', url: '/api/auth/second-factor/authenticator', headers });
    expect((await off()).json()).toMatchObject({ authenticator: false, recovery_codes_left: 0, passkeys: [] });
    expect((await off()).statusCode).toBe(404);
    expect((await signIn()).answer.json()).toMatchObject({ user: { email: EMAIL } });
    expect((await ana.post('/auth/second-factor/recovery-codes')).statusCode).toBe(409);
    expect(secret).toHaveLength(52);
    expect(await audited()).toEqual([
      ...['sign-in.succeeded', 'sign-in.succeeded', 'second-factor.on', 'second-factor.off', 'sign-in.succeeded'],
    ]);
  });

  test('is set up with the right code and a recent sign-in only', async () => {
    const { api, ana, clock } = await buildSite(fresh);
    const { secret } = (await ana.post('/auth/second-factor/authenticator')).json<{ secret: string }>();
    const confirm = (code: string) => ana.post('/auth/second-factor/authenticator/confirm', { code });
    const wrong = totpCode(secret) === '123456' ? '654321' : '123456';
    expect((await confirm(wrong)).json()).toMatchObject({ code: 'BAD_REQUEST', field: 'code' });
    clock.advance(Date.now() - Date.UTC(2025, 0, 15, 12) + 301_000);
    const calls = [
      ['POST', '/authenticator'],
      ['POST', '/authenticator/confirm'],
      ['DELETE', '/authenticator'],
      ['POST', '/recovery-codes'],
      ['POST', '/passkeys/options'],
      ['DELETE', '/passkeys/1'],
    ] as const;
    for (const [method, path] of calls) {
      const answer = await api.inject({
        ...{ method, url: `/api/auth/second-factor${path}` },
        headers: { cookie: ana.cookieHeader(), origin: 'http://localhost:8080' },
        ...(method === 'POST' && { payload: path.endsWith('confirm') ? { code: totpCode(secret) } : {} }),
      });
      expect([path, answer.json().code]).toEqual([path, 'REQUIRES_RECENT_LOGIN']);
    }
  });

  test('waits over https in a cookie that only https sends', async () => {
    const origin = 'https://guard.example.org';
    const app = await buildTestApp(fresh, { team: true, publicUrl: origin });
    const ana = aVisitor(app, { origin });
    await ana.post('/auth/sign-up/email', { email: EMAIL, password: PASSWORD });
    const { secret } = await setUp(ana);
    const again = aVisitor(app, { origin });
    const answer = await again.post('/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
    expect(answer.json()).toHaveProperty('secondFactor');
    const cookie = { name: '__Secure-vedette.two_factor', secure: true, httpOnly: true };
    expect(answer.cookies).toContainEqual(expect.objectContaining(cookie));
    expect(again.cookies()).toEqual([cookie.name]);
    expect((await again.post(SIGN_IN, { code: totpCode(secret) })).statusCode).toBe(200);
    expect(again.cookies()).toEqual(['__Secure-vedette.session_token']);
  });

  test('ends the other sessions when it is set up: they have not passed it', async () => {
    const site = await buildSite(fresh);
    const { visitor: elsewhere } = await site.signIn();
    expect((await elsewhere.get('/api/detections/test')).statusCode).toBe(200);
    await setUp(site.ana);
    expect((await elsewhere.get('/api/detections/test')).statusCode).toBe(401);
    expect((await site.ana.get('/api/detections/test')).statusCode).toBe(200);
  });

  test('says that it must be reset when the secret of the server was replaced', async () => {
    const site = await buildSite(fresh);
    const { secret, recoveryCodes } = await setUp(site.ana);
    await site.dependencies.database.kysely
      .updateTable('auth_two_factor')
      .set({ secret: await symmetricEncrypt({ key: 'another secret of the server', data: secret }) })
      .execute();
    const { visitor } = await site.signIn();
    for (const body of [{ code: totpCode(secret) }, { recoveryCode: recoveryCodes[0] }]) {
      const answer = await visitor.post(SIGN_IN, body);
      expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('must reset it')]);
    }
  });

  test('is not asked for, and has no routes, without TEAM', async () => {
    const site = await buildTestApp(fresh);
    const ana = await signedUp(site, EMAIL);
    for (const path of ['/api/auth/second-factor', `/api${SIGN_IN}`])
      expect((await ana.get(path)).statusCode).toBe(404);
  });
});
