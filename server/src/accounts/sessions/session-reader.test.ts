import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { getMigrations } from 'better-auth/db/migration';
import { betterAuth } from 'better-auth/minimal';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { buildTestApp, TEST_ORIGIN, type TestApp } from '../../../test/servers/build-test-app.ts';
import { identityOptions } from '../identity/identity-options.ts';

/** The library itself, on the server's database and with its settings. */
function library({ dependencies }: TestApp) {
  const { baseUrl, config, database, log, accountMails: mails, accountStore, credentialLimits: limits } = dependencies;
  const { forgetResets } = accountStore;
  const options = identityOptions({ secret: config.sessionSecret ?? '', log, mails, forgetResets, limits }, baseUrl);
  const auth = betterAuth({ ...options, database: kyselyAdapter(database.kysely, { type: database.dialect }) });
  return { options, auth };
}

async function signUp({ api }: TestApp): Promise<string> {
  const answer = await api.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    headers: { origin: TEST_ORIGIN },
    payload: { email: 'ana@gmail.com', password: 'correct horse battery' },
  });
  const cookie = answer.cookies.find(({ name }) => name === 'vedette.session_token');
  return `vedette.session_token=${encodeURIComponent(cookie?.value ?? '')}`;
}

/** The signed-in user according to the library and to the server's own reader. */
async function bothAnswers(app: TestApp, cookie: string): Promise<[library: string | null, reader: string | null]> {
  const session = await library(app).auth.api.getSession({ headers: new Headers({ cookie }) });
  const user = await app.dependencies.readSession({ headers: { cookie } });
  return [session?.user.id ?? null, user?.id ?? null];
}

onBothDatabases('our session reader and the library agree', (fresh) => {
  test('on a valid session', async () => {
    const app = await buildTestApp(fresh);
    const cookie = await signUp(app);
    const [theirs, ours] = await bothAnswers(app, cookie);
    expect(ours).toEqual(expect.any(String));
    expect(ours).toBe(theirs);
    expect(await bothAnswers(app, `theme=dark; ${cookie}; other="x"`)).toEqual([theirs, ours]);
  });

  test('on the sessions that the tests insert', async () => {
    const app = await buildTestApp(fresh);
    const { cookie } = await app.signIn();
    await inTheFuture(app);
    const [theirs, ours] = await bothAnswers(app, cookie);
    expect(ours).toEqual(expect.any(String));
    expect(ours).toBe(theirs);
  });

  test('on a tampered cookie', async () => {
    const app = await buildTestApp(fresh);
    const cookie = await signUp(app);
    const value = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1));
    const [token = '', signature = ''] = value.split('.');
    for (const forged of [
      token,
      `${token}.`,
      `.${signature}`,
      `${token}x.${signature}`,
      `${token}.${signature.slice(0, -1)}`,
      `${token}.${'A'.repeat(43)}=`,
      `${token}.%E0%A4%A`,
      '',
    ]) {
      expect(await bothAnswers(app, `vedette.session_token=${encodeURIComponent(forged)}`)).toEqual([null, null]);
    }
    expect(await bothAnswers(app, 'vedette.session_token=%E0%A4%A')).toEqual([null, null]);
    expect(await bothAnswers(app, 'better-auth.session_token=x')).toEqual([null, null]);
  });

  test('on an expired session', async () => {
    const app = await buildTestApp(fresh);
    const cookie = await signUp(app);
    const { kysely, dialect } = app.dependencies.database;
    const past = new Date(app.dependencies.now() - 1);
    await kysely
      .updateTable('auth_session')
      .set({ expiresAt: dialect === 'sqlite' ? past.toISOString() : past })
      .execute();
    expect(await bothAnswers(app, cookie)).toEqual([null, null]);
  });

  test('on a revoked session', async () => {
    const app = await buildTestApp(fresh);
    const cookie = await signUp(app);
    await app.dependencies.database.kysely.deleteFrom('auth_session').execute();
    expect(await bothAnswers(app, cookie)).toEqual([null, null]);
  });

  test('and the tables have every column of the library', async () => {
    const app = await buildTestApp(fresh);
    const { kysely: db, dialect: type } = app.dependencies.database;
    const { toBeCreated, toBeAdded } = await getMigrations({ ...library(app).options, database: { db, type } });
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
  });

  test('and an identity belongs to one account', async () => {
    const app = await buildTestApp(fresh);
    await signUp(app);
    const { kysely, dialect } = app.dependencies.database;
    const account = await kysely.selectFrom('auth_account').selectAll().executeTakeFirstOrThrow();
    const twin = kysely.insertInto('auth_account').values({ ...account, id: 'another' });
    await expect(twin.execute()).rejects.toThrow(dialect === 'sqlite' ? 'UNIQUE' : 'unique');
  });
});

/** Expires the sessions: the library uses the real clock. */
async function inTheFuture({ dependencies }: TestApp): Promise<void> {
  const { kysely, dialect } = dependencies.database;
  const later = new Date(Date.now() + 60_000);
  await kysely
    .updateTable('auth_session')
    .set({ expiresAt: dialect === 'sqlite' ? later.toISOString() : later })
    .execute();
}
