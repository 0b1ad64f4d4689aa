import type { PeopleAnswer, PersonAnswer } from '@vedette/contract/person';
import { expect, test } from 'vitest';
import { type FreshDatabase, freshSqlite, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { buildTestApp, TEST_ORIGIN } from '../../../test/servers/build-test-app.ts';
import { openStream } from '../../../test/servers/open-stream.ts';
import type { Guard } from '../../../test/servers/sign-in-as.ts';

const ADMINISTRATOR = 'administrator@gmail.com';

async function buildSite(fresh: FreshDatabase) {
  const app = await buildTestApp(fresh, { team: true });
  const administrator = await app.signIn(ADMINISTRATOR);
  const ask = async (
    method: 'GET' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    headers: Guard = administrator,
  ) => {
    const answer = await app.api.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const people = async (query = '') => (await ask('GET', `/api/people${query}`)).body as PeopleAnswer;
  const idOf = async (email: string) => (await people(`?search=${email}`)).people[0]?.id ?? '';
  const audited = async () => {
    const rows = await app.dependencies.database.kysely.selectFrom('audit').select(['kind', 'subject']).execute();
    return rows
      .filter(({ kind }) => /role|suspended|admitted|signed-out/.test(kind))
      .map((row) => `${row.kind} ${row.subject}`);
  };
  return { ...app, administrator, ask, people, idOf, audited };
}

onBothDatabases('people', (fresh) => {
  test('are listed by address, page by page, and found by a part of it', async () => {
    const { signIn, ask, people } = await buildSite(fresh);
    const addresses = Array.from({ length: 120 }, (_, index) => `guard-${String(index).padStart(3, '0')}@gmail.com`);
    for (const address of addresses) await signIn(address, 'guard');
    const first = await people();
    expect(first.people).toHaveLength(100);
    expect(first).toMatchObject({ total: 121, next: 'guard-098@gmail.com' });
    expect(first.people[0]).toMatchObject({
      ...{ email: ADMINISTRATOR, role: 'administrator', email_verified: false, name: null, suspended_at: null },
    });
    const second = await people(`?after=${first.next}`);
    expect(second.people.map(({ email }) => email)).toEqual(addresses.slice(99));
    expect(second.next).toBeNull();
    expect(await people('?search=GUARD-01')).toMatchObject({ total: 10 });
    expect(await people('?search=%25')).toMatchObject({ total: 0, people: [] });
    expect(await people('?search=g_ard')).toMatchObject({ total: 0 });
    expect((await ask('GET', '/api/people/nobody')).status).toBe(404);
  });

  test('get another role, which holds from their next request on', async () => {
    const { api, signIn, ask, idOf, audited } = await buildSite(fresh);
    const guard = await signIn('guard@gmail.com', 'guard');
    const clear = () => api.inject({ method: 'DELETE', url: '/api/detections/all', headers: guard });
    expect((await clear()).json()).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Your role, guard, does not allow this',
    });
    const changed = await ask('PATCH', `/api/people/${await idOf('guard@gmail.com')}`, { role: 'supervisor' });
    expect(changed).toMatchObject({ status: 200, body: { person: { role: 'supervisor' } } });
    expect((await clear()).statusCode).toBe(200);
    const session = await api.inject({ url: '/api/auth/get-session', headers: guard });
    expect(session.json()).toMatchObject({ user: { role: 'supervisor' } });
    expect(await audited()).toEqual(['account.role-changed account:guard@gmail.com']);
    expect((await ask('PATCH', `/api/people/${await idOf('guard@gmail.com')}`, { role: 'king' })).status).toBe(400);
    expect((await ask('PATCH', `/api/people/${await idOf('guard@gmail.com')}`, {})).status).toBe(400);
  });

  test('who are suspended are out with all their sessions until they are admitted', async () => {
    const { api, signIn, ask, idOf, audited } = await buildSite(fresh);
    const guard = await signIn('guard@gmail.com', 'guard');
    const id = await idOf('guard@gmail.com');
    const read = (headers: Guard) => api.inject({ url: '/api/detections/stats', headers });
    expect(await ask('PATCH', `/api/people/${id}`, { suspended: true })).toMatchObject({
      body: { person: { suspended_at: '2025-01-15T12:00:00.000Z' }, sessions: [] },
    });
    expect((await read(guard)).statusCode).toBe(401);
    await ask('PATCH', `/api/people/${id}`, { suspended: false });
    expect((await read(guard)).statusCode).toBe(401);
    expect(await audited()).toEqual([
      'account.suspended account:guard@gmail.com',
      'account.admitted account:guard@gmail.com',
    ]);
  });

  test('who are suspended, or become viewers, are no longer on duty, and lose their tokens only by a suspension', async () => {
    const { api, signIn, ask, idOf } = await buildSite(fresh);
    const guard = await signIn('guard@gmail.com', 'guard');
    const id = await idOf('guard@gmail.com');
    const onDuty = async () => (await ask('GET', '/api/duty')).body.on_duty.length;
    const goOnDuty = () => api.inject({ method: 'PUT', url: '/api/duty', headers: guard, payload: { on: true } });
    const made = await api.inject({
      ...{ method: 'POST', url: '/api/auth/tokens', headers: guard },
      payload: { name: 'Export', scope: 'read' },
    });
    const byToken = () =>
      api.inject({ url: '/api/detections/stats', headers: { authorization: `Bearer ${made.json().secret}` } });
    expect((await goOnDuty()).statusCode).toBe(200);
    expect(await onDuty()).toBe(1);
    await ask('PATCH', `/api/people/${id}`, { role: 'viewer' });
    expect(await onDuty()).toBe(0);
    await ask('PATCH', `/api/people/${id}`, { role: 'guard' });
    expect(await onDuty()).toBe(0);
    await goOnDuty();
    expect((await byToken()).statusCode).toBe(200);
    await ask('PATCH', `/api/people/${id}`, { suspended: true });
    expect(await onDuty()).toBe(0);
    expect((await byToken()).statusCode).toBe(401);
    await ask('PATCH', `/api/people/${id}`, { suspended: false });
    expect(await onDuty()).toBe(0);
    expect((await byToken()).statusCode).toBe(401);
  });

  test('keep all API tokens but the one that an administrator revokes', async () => {
    const { api, clock, dependencies, signIn, ask, idOf } = await buildSite(fresh);
    const guard = await signIn('guard@gmail.com', 'guard');
    const id = await idOf('guard@gmail.com');
    const make = async (name: string) => {
      const payload = { name, scope: 'read' };
      clock.advance(1_000);
      return (await api.inject({ method: 'POST', url: '/api/auth/tokens', headers: guard, payload })).json();
    };
    const [lost, kept] = [await make('Lost laptop'), await make('Report')];
    const use = async ({ secret }: { secret: string }) => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await api.inject({ url: '/api/detections/stats', headers })).statusCode;
    };
    expect((await ask('GET', `/api/people/${id}`)).body.tokens).toMatchObject([
      { name: 'Lost laptop' },
      { name: 'Report' },
    ]);
    expect((await ask('DELETE', `/api/people/${id}/tokens/${lost.token.id}`)).status).toBe(200);
    expect([await use(lost), await use(kept)]).toEqual([401, 200]);
    expect((await ask('DELETE', `/api/people/${id}/tokens/${lost.token.id}`)).status).toBe(404);
    expect((await ask('DELETE', `/api/people/nobody/tokens/${kept.token.id}`)).status).toBe(404);
    expect((await ask('GET', `/api/people/${id}`)).body.tokens).toMatchObject([{ name: 'Report' }]);
    await ask('PATCH', `/api/people/${id}`, { suspended: true });
    const whose = { account: id, email: 'guard@gmail.com' };
    const revoked = await dependencies.database.kysely
      .selectFrom('audit')
      .select(['actor_name', 'subject', 'details'])
      .where('kind', '=', 'token.revoked')
      .orderBy('id')
      .execute();
    const by = (token: string) => ({ actor_name: ADMINISTRATOR, subject: `token:${token}` });
    expect(revoked.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }))).toEqual([
      { ...by(lost.token.id), details: { ...whose, id: lost.token.id, name: 'Lost laptop' } },
      { ...by(kept.token.id), details: { ...whose, id: kept.token.id, name: 'Report' } },
    ]);
  });

  test('cannot sign in while they are suspended, even with the right password', async () => {
    const { api, dependencies, ask, idOf } = await buildSite(fresh);
    const account = { email: 'ana@gmail.com', password: 'correct horse battery' };
    const enter = (way: 'sign-up' | 'sign-in', password = account.password) =>
      api.inject({
        ...{ method: 'POST', url: `/api/auth/${way}/email`, headers: { origin: TEST_ORIGIN } },
        payload: { ...account, password },
      });
    expect((await enter('sign-up')).json()).toMatchObject({ user: { role: 'guard' } });
    await ask('PATCH', `/api/people/${await idOf(account.email)}`, { suspended: true });
    const refused = await enter('sign-in');
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    expect(refused.cookies).toEqual([]);
    const signIns = await dependencies.database.kysely
      .selectFrom('audit')
      .select(['kind', 'details'])
      .where('kind', 'like', 'sign-in.%')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect([signIns.kind, JSON.parse(signIns.details)]).toEqual(['sign-in.failed', { reason: 'ACCOUNT_SUSPENDED' }]);
    // A stranger does not learn it.
    expect((await enter('sign-in', 'a wrong password')).statusCode).toBe(401);
    await ask('PATCH', `/api/people/${await idOf(account.email)}`, { suspended: false });
    expect((await enter('sign-in')).statusCode).toBe(200);
  });

  test('have their sessions ended, one or all', async () => {
    const { api, signIn, ask, people, idOf } = await buildSite(fresh);
    await signIn('guard@gmail.com', 'guard');
    const id = await idOf('guard@gmail.com');
    const { sessions } = (await ask('GET', `/api/people/${id}`)).body as PersonAnswer;
    expect(sessions).toMatchObject([{ current: false, address: null, signed_in_at: '2025-01-15T12:00:00.000Z' }]);
    const address = `/api/people/${id}/sessions/${sessions[0]?.id}`;
    expect(await ask('DELETE', address)).toMatchObject({ status: 200, body: { ended: 1 } });
    expect((await ask('DELETE', address)).status).toBe(404);
    const own = (await people(`?search=${ADMINISTRATOR}`)).people[0]?.id;
    expect((await ask('GET', `/api/people/${own}`)).body).toMatchObject({ sessions: [{ current: true }] });
    expect((await ask('DELETE', `/api/people/${own}/sessions`)).body).toMatchObject({ ended: 1 });
    expect((await ask('GET', '/api/people')).status).toBe(401);
    expect((await api.inject({ url: '/api/health' })).statusCode).toBe(200);
  });

  test('always have an administrator', async () => {
    const { api, dependencies, signIn, ask, idOf, administrator } = await buildSite(fresh);
    const own = await idOf(ADMINISTRATOR);
    const refusal = { status: 409, body: { code: 'CONFLICT' } };
    expect(await ask('PATCH', `/api/people/${own}`, { role: 'guard' })).toMatchObject(refusal);
    expect(await ask('PATCH', `/api/people/${own}`, { suspended: true })).toMatchObject(refusal);
    const leave = () =>
      api.inject({ method: 'POST', url: '/api/auth/delete-user', headers: administrator, payload: {} });
    expect((await leave()).statusCode).toBe(409);
    expect((await ask('GET', `/api/people/${own}`)).body).toMatchObject({ person: { role: 'administrator' } });

    const second = await signIn('second@gmail.com', 'administrator');
    const other = await idOf('second@gmail.com');
    // Each takes the right from the other at the same time.
    const statuses = await Promise.all([
      ask('PATCH', `/api/people/${own}`, { role: 'guard' }, second),
      ask('PATCH', `/api/people/${other}`, { role: 'guard' }),
    ]);
    expect(statuses.map(({ status }) => status)).toContain(200);
    const left = await dependencies.database.kysely
      .selectFrom('auth_user')
      .select('email')
      .where('role', '=', 'administrator')
      .execute();
    expect(left).toHaveLength(1);
  });
});

test('the stream of a suspended person ends', async () => {
  const { api, signIn, ask, idOf } = await buildSite(freshSqlite);
  const guard = await signIn('guard@gmail.com', 'guard');
  const url = await api.listen({ host: '127.0.0.1', port: 0 });
  const stream = await openStream({ url, guard });
  await ask('PATCH', `/api/people/${await idOf('guard@gmail.com')}`, { suspended: true });
  await stream.ended;
});
