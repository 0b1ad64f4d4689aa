import { ROLES } from '@vedette/contract/roles';
import { expect, test } from 'vitest';
import { type FreshDatabase, freshSqlite, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { totpCode } from '../../../test/doubles/totp-app.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';
import { openStream } from '../../../test/servers/open-stream.ts';
import type { Guard } from '../../../test/servers/sign-in-as.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

async function buildSite(fresh: FreshDatabase, secondFactor: 'optional' | 'supervisor' = 'supervisor') {
  const app = await buildTestApp(fresh, { team: true, secondFactor });
  const ask = async (headers: object, method: Method, url: string, payload?: object) => {
    const answer = await app.api.inject({ method, url, headers: { ...headers }, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const setUp = async (person: Guard) => {
    const { body } = await ask(person, 'POST', '/api/auth/second-factor/authenticator', {});
    const code = totpCode(body.secret);
    return ask(person, 'POST', '/api/auth/second-factor/authenticator/confirm', { code });
  };
  const stats = async (headers: object) => (await ask(headers, 'GET', '/api/detections/stats')).status;
  const session = async (headers: object) => (await ask(headers, 'GET', '/api/auth/get-session')).body;
  return { ...app, ask, setUp, stats, session };
}

onBothDatabases('a role that must have a second factor', (fresh) => {
  test('is led to set one up before anything else', async () => {
    const { api, signIn, ask, setUp, stats, session } = await buildSite(fresh);
    const administrator = await signIn('administrator@gmail.com');
    const [, guard, supervisor] = await Promise.all(ROLES.slice(0, 3).map((role) => signIn(`${role}@gmail.com`, role)));
    if (guard === undefined || supervisor === undefined) throw new Error('not signed in');
    expect([await stats(guard), await stats(supervisor), await stats(administrator)]).toEqual([200, 403, 403]);
    expect((await ask(administrator, 'GET', '/api/people')).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    const change = await ask(supervisor, 'POST', '/api/auth/change-email', { newEmail: 'other@gmail.com' });
    expect(change.body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    expect((await session(guard)).user).not.toHaveProperty('lacksSecondFactor');
    expect((await session(supervisor)).user).toMatchObject({ lacksSecondFactor: true });
    expect((await ask(supervisor, 'GET', '/api/auth/second-factor')).body).toMatchObject({ required: true });

    expect((await setUp(supervisor)).status).toBe(200);
    expect(await stats(supervisor)).toBe(200);
    expect((await session(supervisor)).user).not.toHaveProperty('lacksSecondFactor');
    const last = await ask(supervisor, 'DELETE', '/api/auth/second-factor/authenticator');
    expect(last).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await stats(supervisor)).toBe(200);
    expect((await ask(supervisor, 'GET', '/api/auth/second-factor')).body).toMatchObject({ authenticator: true });

    const signedOut = await api.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: administrator,
      payload: {},
    });
    expect(signedOut.statusCode).toBe(200);
    expect(await session(administrator)).toBeNull();
  });

  test('keeps one of two that are removed at the same time', async () => {
    const { signIn, ask, setUp, dependencies } = await buildSite(fresh);
    const administrator = await signIn('administrator@gmail.com');
    await setUp(administrator);
    const { kysely, dialect } = dependencies.database;
    const { id: userId } = await kysely.selectFrom('auth_user').select('id').executeTakeFirstOrThrow();
    const texts = { id: 'key', userId, name: 'Key', publicKey: 'x', credentialID: 'x', deviceType: 'singleDevice' };
    const backedUp = dialect === 'sqlite' ? 0 : false;
    await kysely
      .insertInto('auth_passkey')
      .values({ ...texts, counter: 0, backedUp })
      .execute();
    const removals = await Promise.all(
      ['/authenticator', '/passkeys/key'].map((path) => ask(administrator, 'DELETE', `/api/auth/second-factor${path}`)),
    );
    expect(removals.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('lets tokens that were made before go on', async () => {
    const { api, signIn, ask, setUp, stats } = await buildSite(fresh, 'supervisor');
    const administrator = await signIn('administrator@gmail.com');
    await setUp(administrator);
    const made = await ask(administrator, 'POST', '/api/auth/tokens', { name: 'Export', scope: 'read' });
    const token = { authorization: `Bearer ${made.body.secret}` };
    expect(await stats(token)).toBe(200);
    const { people } = (await ask(administrator, 'GET', '/api/people')).body;
    await ask(administrator, 'DELETE', `/api/people/${people[0].id}/second-factor`);
    expect(await stats(token)).toBe(200);
    const byToken = await api.inject({ url: '/api/auth/second-factor', headers: token });
    expect(byToken.json()).toMatchObject({ code: 'FORBIDDEN', message: 'No API token may do this; sign in' });
  });

  test('holds from the promotion on, also for an open stream', async () => {
    const { api, signIn, ask, setUp, stats } = await buildSite(fresh);
    const url = await api.listen({ port: 0 });
    const administrator = await signIn('administrator@gmail.com');
    await setUp(administrator);
    const guard = await signIn('guard@gmail.com', 'guard');
    const stream = await openStream({ url, guard });
    const { people } = (await ask(administrator, 'GET', '/api/people?search=guard')).body;
    await ask(administrator, 'PATCH', `/api/people/${people[0].id}`, { role: 'supervisor' });
    await stream.ended;
    expect(await stats(guard)).toBe(403);
  });
});

onBothDatabases('an administrator', (fresh) => {
  test('is reset only after a recent sign-in', async () => {
    const { signIn, ask, clock } = await buildSite(fresh, 'optional');
    const administrator = await signIn('administrator@gmail.com');
    await signIn('guard@gmail.com', 'guard');
    const { people } = (await ask(administrator, 'GET', '/api/people?search=guard')).body;
    clock.advance(301_000);
    const reset = await ask(administrator, 'DELETE', `/api/people/${people[0].id}/second-factor`);
    expect(reset).toMatchObject({ status: 403, body: { code: 'REQUIRES_RECENT_LOGIN' } });
  });

  test('sees who has a second factor, and resets it, which ends all sessions', async () => {
    const { signIn, ask, setUp, stats, dependencies } = await buildSite(fresh, 'optional');
    const administrator = await signIn('administrator@gmail.com');
    const guard = await signIn('guard@gmail.com', 'guard');
    await setUp(guard);
    const { people } = (await ask(administrator, 'GET', '/api/people')).body;
    expect(people).toMatchObject([{ second_factor: false }, { email: 'guard@gmail.com', second_factor: true }]);
    const url = `/api/people/${people[1].id}/second-factor`;
    expect((await ask(guard, 'DELETE', url)).body).toMatchObject({ code: 'FORBIDDEN' });
    const reset = await ask(administrator, 'DELETE', url);
    expect(reset).toMatchObject({ status: 200, body: { person: { second_factor: false }, sessions: [] } });
    expect(await stats(guard)).toBe(401);
    expect((await ask(administrator, 'DELETE', '/api/people/nobody/second-factor')).status).toBe(404);
    const rows = await dependencies.database.kysely
      .selectFrom('audit')
      .select(['kind', 'actor_name', 'subject', 'details'])
      .where('kind', '=', 'second-factor.reset')
      .execute();
    expect(rows).toMatchObject([{ actor_name: 'administrator@gmail.com', subject: 'account:guard@gmail.com' }]);
    expect(JSON.parse(rows[0]?.details ?? '')).toMatchObject({ sessions: 1 });
  });
});

test('without the setting nobody must have one', async () => {
  const { signIn, stats, ask } = await buildSite(freshSqlite, 'optional');
  const administrator = await signIn();
  expect(await stats(administrator)).toBe(200);
  expect((await ask(administrator, 'GET', '/api/auth/second-factor')).body).toMatchObject({ required: false });
});
