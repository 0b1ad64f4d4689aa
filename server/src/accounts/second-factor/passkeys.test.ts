import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type FreshDatabase, freshSqlite, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { softwarePasskey } from '../../../test/doubles/software-passkey.ts';
import { totpCode } from '../../../test/doubles/totp-app.ts';
import { buildTestApp, TEST_ORIGIN } from '../../../test/servers/build-test-app.ts';
import { aVisitor, PASSWORD, sessionOf, signedUp, type Visitor } from '../../../test/servers/visitor.ts';

const EMAIL = 'ana@gmail.com';
const origin = TEST_ORIGIN;

type Answering = { origin: string; verified?: boolean };

async function addPasskey(visitor: Visitor, name = 'My phone', answering: Answering = { origin }) {
  const passkey = softwarePasskey();
  const { options } = (await visitor.post('/auth/second-factor/passkeys/options')).json();
  const credential = passkey.register(options, answering);
  return { passkey, answer: await visitor.post('/auth/second-factor/passkeys', { credential, name }) };
}

type Passkey = ReturnType<typeof softwarePasskey>;

async function signInWith(
  passkey: Passkey,
  visitor: Visitor,
  { secondFactor = false, ...answering }: Partial<Answering> & { secondFactor?: boolean } = {},
) {
  const asked = await visitor.post('/auth/sign-in/passkey/options', { secondFactor });
  if (asked.statusCode !== 200) return asked;
  const credential = passkey.answer(asked.json().options, { origin, ...answering });
  return visitor.post('/auth/sign-in/passkey', { credential, secondFactor });
}

async function buildSite(fresh: FreshDatabase) {
  const app = await buildTestApp(fresh, { team: true });
  const ana = await signedUp(app, EMAIL);
  const withPassword = async (email = EMAIL) => {
    const visitor = aVisitor(app);
    const answer = await visitor.post('/auth/sign-in/email', { email, password: PASSWORD });
    return { visitor, answer };
  };
  const audited = async () => {
    const { kysely } = app.dependencies.database;
    const rows = await kysely.selectFrom('audit').select(['kind', 'details']).orderBy('seq').execute();
    return rows
      .filter(({ kind }) => /sign-in|second-factor|passkey/.test(kind))
      .map(({ kind, details }) => {
        const { reason, passkey } = JSON.parse(details) as { reason?: string; passkey?: string };
        return [kind, reason ?? passkey ?? ''].join(' ').trim();
      });
  };
  const remove = (visitor: Visitor, id: string) =>
    app.api.inject({
      method: 'DELETE',
      url: `/api/auth/second-factor/passkeys/${id}`,
      headers: { cookie: visitor.cookieHeader(), origin },
    });
  return { ...app, ana, withPassword, audited, remove };
}

onBothDatabases('a passkey', (fresh) => {
  test('that verifies its owner signs in alone', async () => {
    const site = await buildSite(fresh);
    const { passkey, answer } = await addPasskey(site.ana);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ authenticator: false, passkeys: [{ name: 'My phone', last_used_at: null }] });
    const visitor = aVisitor(site);
    expect((await signInWith(passkey, visitor, { verified: false })).json()).toMatchObject({
      code: 'SECOND_FACTOR_WRONG',
    });
    expect(await sessionOf(visitor)).toBeNull();
    expect((await signInWith(passkey, visitor)).json()).toMatchObject({ success: true, user: { email: EMAIL } });
    expect(await sessionOf(visitor)).toMatchObject({ user: { email: EMAIL } });
    expect((await visitor.get('/api/auth/second-factor')).json()).toMatchObject({
      passkeys: [{ last_used_at: '2025-01-15T12:00:00.000Z' }],
    });
    expect(await site.audited()).toEqual([
      'sign-in.succeeded',
      'passkey.added My phone',
      'sign-in.failed AUTHENTICATION_FAILED',
      'sign-in.succeeded',
    ]);
  });

  test('is a second factor after the password, also without verifying its owner', async () => {
    const site = await buildSite(fresh);
    const { passkey } = await addPasskey(site.ana);
    const { visitor, answer } = await site.withPassword();
    expect(answer.json()).toEqual({ success: true, secondFactor: true });
    expect((await visitor.get('/api/auth/sign-in/second-factor')).json()).toMatchObject({ methods: ['passkey'] });
    const asked = await visitor.post('/auth/sign-in/passkey/options', { secondFactor: true });
    expect(asked.json().options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: passkey.id }] });
    // There is no app, and so neither code nor recovery code.
    for (const body of [{ code: '123456' }, { recoveryCode: 'aaaaa-bbbbb' }])
      expect((await visitor.post('/auth/sign-in/second-factor', body)).statusCode).toBe(401);
    const passed = await signInWith(passkey, visitor, { secondFactor: true, verified: false });
    expect(passed.json()).toMatchObject({ user: { email: EMAIL } });
    expect(visitor.cookies()).toEqual(['vedette.passkey', 'vedette.session_token']);
    const again = await signInWith(passkey, visitor, { secondFactor: true });
    expect(again.json()).toMatchObject({ code: 'SECOND_FACTOR_EXPIRED' });
  });

  test('ends the other sessions when it is added', async () => {
    const site = await buildSite(fresh);
    const { visitor: elsewhere } = await site.withPassword();
    await addPasskey(site.ana);
    expect(await sessionOf(elsewhere)).toBeNull();
    expect(await sessionOf(site.ana)).toMatchObject({ user: { email: EMAIL } });
  });

  test('that could not be kept is a fault of the server, not a wrong passkey', async () => {
    const site = await buildSite(fresh);
    site.expectLogLine(/passkey/);
    const { kysely, dialect } = site.dependencies.database;
    const refuse =
      dialect === 'sqlite'
        ? sql`create trigger refused before insert on auth_passkey begin select raise(abort, 'no'); end`
        : sql`alter table auth_passkey add constraint refused check (false)`;
    await refuse.execute(kysely);
    const { answer } = await addPasskey(site.ana);
    expect([answer.statusCode, answer.json()]).toMatchObject([500, { code: 'INTERNAL' }]);
  });

  test('of somebody else is no second factor', async () => {
    const site = await buildSite(fresh);
    await addPasskey(site.ana);
    const eve = await signedUp(site, 'eve@gmail.com');
    const { passkey } = await addPasskey(eve, 'Of Eve');
    const { visitor } = await site.withPassword();
    const refused = await signInWith(passkey, visitor, { secondFactor: true });
    expect(refused.json()).toMatchObject({ code: 'SECOND_FACTOR_WRONG' });
    expect(await sessionOf(visitor)).toBeNull();
    // Alone it opens the account of its owner, whatever sign-in waits in the browser.
    expect((await signInWith(passkey, visitor)).json()).toMatchObject({ user: { email: 'eve@gmail.com' } });
  });

  test('is refused with the answer of another site, to another challenge, and repeated', async () => {
    const site = await buildSite(fresh);
    const { passkey } = await addPasskey(site.ana);
    const visitor = aVisitor(site);
    const elsewhere = await signInWith(passkey, visitor, { origin: 'https://phishing.example' });
    expect(elsewhere.json()).toMatchObject({ code: 'SECOND_FACTOR_WRONG' });
    const { options } = (await visitor.post('/auth/sign-in/passkey/options')).json();
    const foreign = passkey.answer({ ...options, challenge: 'AAAA' }, { origin });
    expect((await visitor.post('/auth/sign-in/passkey', { credential: foreign })).statusCode).toBe(401);
    const own = passkey.answer(options, { origin });
    // The challenge was used up by the wrong answer.
    const late = await visitor.post('/auth/sign-in/passkey', { credential: own });
    expect(late.json()).toMatchObject({ code: 'SECOND_FACTOR_EXPIRED' });
    expect((await signInWith(softwarePasskey(), visitor)).statusCode).toBe(401);
    expect(await sessionOf(visitor)).toBeNull();
  });

  test('stays a second factor when the app is turned off, and is removed', async () => {
    const site = await buildSite(fresh);
    const { answer } = await addPasskey(site.ana);
    const { secret } = (await site.ana.post('/auth/second-factor/authenticator')).json<{ secret: string }>();
    await site.ana.post('/auth/second-factor/authenticator/confirm', { code: totpCode(secret) });
    const { visitor } = await site.withPassword();
    expect((await visitor.get('/api/auth/sign-in/second-factor')).json()).toMatchObject({
      methods: ['authenticator', 'passkey'],
    });
    await site.api.inject({
      method: 'DELETE',
      url: '/api/auth/second-factor/authenticator',
      headers: { cookie: site.ana.cookieHeader(), origin },
    });
    expect((await site.withPassword()).answer.json()).toHaveProperty('secondFactor');
    const [{ id }] = answer.json().passkeys;
    const eve = await signedUp(site, 'eve@gmail.com');
    expect((await site.remove(eve, id)).statusCode).toBe(404);
    expect((await site.remove(site.ana, id)).json()).toMatchObject({ passkeys: [] });
    expect((await site.withPassword()).answer.json()).toHaveProperty('user');
    expect(await site.audited()).toContain('passkey.removed My phone');
  });

  test('is not added with the answer of another site, and needs a name', async () => {
    const site = await buildSite(fresh);
    const { answer } = await addPasskey(site.ana, 'Phone', { origin: 'https://phishing.example' });
    expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await addPasskey(site.ana, ' ')).answer.json()).toMatchObject({ code: 'BAD_REQUEST', field: 'name' });
    expect((await site.ana.get('/api/auth/second-factor')).json()).toMatchObject({ passkeys: [] });
  });
});

test('a person has twenty passkeys at most', async () => {
  const { ana, clock } = await buildSite(freshSqlite);
  for (let count = 0; count < 20; count += 1) {
    clock.advance(60_000);
    expect((await addPasskey(ana)).answer.statusCode).toBe(201);
  }
  expect((await ana.post('/auth/second-factor/passkeys/options')).json()).toMatchObject({ code: 'CONFLICT' });
});
