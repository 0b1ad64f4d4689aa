import type { ClearRequestAnswer } from '@vedette/contract/clear-request';
import { expect, test } from 'vitest';
import { type FreshDatabase, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';
import type { Guard } from '../../../test/servers/sign-in-as.ts';

const MINUTE_MS = 60_000;

async function buildSite(fresh: FreshDatabase, settings: { twoPersonClear: boolean } = { twoPersonClear: true }) {
  const app = await buildTestApp(fresh, { team: true, ...settings });
  const ana = await app.signIn('ana@gmail.com', 'supervisor');
  const bea = await app.signIn('bea@gmail.com', 'supervisor');
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, headers: Guard) => {
    const answer = await app.api.inject({ method, url, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
  const request = (method: 'GET' | 'POST' | 'DELETE', headers: Guard) =>
    call(method, '/api/detections/clear-request', headers);
  const clear = (headers: Guard) => call('DELETE', '/api/detections/all', headers);
  const report = () =>
    app.api.inject({
      ...{ method: 'POST', url: '/api/detections/manual', headers: ana },
      payload: { object_type: 'Knife', location: 'Gate' },
    });
  const count = async () => (await call('GET', '/api/detections/test', ana)).body.total_detections;
  const audited = async () => {
    const rows = await app.dependencies.database.kysely
      .selectFrom('audit')
      .select(['kind', 'actor_name'])
      .where('kind', 'like', 'detections.clear%')
      .orderBy('id')
      .execute();
    return rows.map(({ kind, actor_name }) => `${kind} ${actor_name}`);
  };
  await report();
  return { ...app, ana, bea, request, clear, count, audited };
}

onBothDatabases('with TWO_PERSON_CLEAR', (fresh) => {
  test('one person asks, another agrees, and then everything is deleted', async () => {
    const { ana, bea, request, clear, count, audited } = await buildSite(fresh);
    expect(await clear(ana)).toMatchObject({ status: 409, body: { code: 'SECOND_PERSON_NEEDED' } });
    expect((await request('POST', ana)).body).toMatchObject({ needed: true, request: { own: true } });
    expect((await request('GET', bea)).body).toEqual({
      success: true,
      needed: true,
      request: {
        ...{ requested_by: 'ana@gmail.com', own: false },
        ...{ requested_at: '2025-01-15T12:00:00.000Z', expires_at: '2025-01-15T12:15:00.000Z' },
      },
    } satisfies ClearRequestAnswer);
    expect(await clear(ana)).toMatchObject({
      ...{ status: 409, body: { code: 'SECOND_PERSON_NEEDED', message: 'Another person must agree to your request' } },
    });
    expect(await count()).toBe(1);
    expect(await clear(bea)).toMatchObject({ status: 200, body: { deleted_count: 1 } });
    expect(await count()).toBe(0);
    // A request counts once.
    expect((await clear(bea)).status).toBe(409);
    expect(await audited()).toEqual([
      'detections.clear-requested ana@gmail.com',
      'detections.clear-agreed bea@gmail.com',
      'detections.cleared bea@gmail.com',
    ]);
  });

  test('a request waits for 15 minutes, and there is one at a time', async () => {
    const { ana, bea, request, clear, clock, count } = await buildSite(fresh);
    await request('POST', ana);
    expect(await request('POST', bea)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    clock.advance(15 * MINUTE_MS);
    expect((await request('GET', bea)).body).toMatchObject({ request: null });
    expect((await clear(bea)).status).toBe(409);
    expect(await count()).toBe(1);
    expect((await request('POST', bea)).body).toMatchObject({ request: { own: true } });
    expect((await clear(ana)).status).toBe(200);
  });

  test('a request is withdrawn by who made it or refused by another person', async () => {
    const { ana, bea, request, clear, audited } = await buildSite(fresh);
    for (const who of [ana, bea]) {
      await request('POST', ana);
      expect((await request('DELETE', who)).body).toMatchObject({ request: null });
      expect((await clear(bea)).status).toBe(409);
    }
    expect((await request('DELETE', ana)).status).toBe(404);
    expect(await audited()).toEqual([
      'detections.clear-requested ana@gmail.com',
      'detections.clear-withdrawn ana@gmail.com',
      'detections.clear-requested ana@gmail.com',
      'detections.clear-withdrawn bea@gmail.com',
    ]);
  });

  test('of two who agree at the same time one clears', async () => {
    const { ana, bea, request, clear, signIn } = await buildSite(fresh);
    const eve = await signIn('eve@gmail.com', 'administrator');
    await request('POST', ana);
    const answers = await Promise.all([clear(bea), clear(eve)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a request of somebody who is suspended or no supervisor any more does not count', async () => {
    const { ana, bea, request, clear, dependencies, count } = await buildSite(fresh);
    for (const change of [{ suspendedAt: 1 }, { role: 'guard' as const }]) {
      const accounts = () => dependencies.database.kysely.updateTable('auth_user').where('email', '=', 'ana@gmail.com');
      await request('POST', ana);
      await accounts().set(change).execute();
      expect((await request('GET', bea)).body).toMatchObject({ request: null });
      expect((await clear(bea)).status).toBe(409);
      expect((await request('POST', bea)).status).toBe(200);
      await request('DELETE', bea);
      await accounts().set({ suspendedAt: null, role: 'supervisor' }).execute();
    }
    expect(await count()).toBe(1);
  });

  test('an API token neither asks nor agrees', async () => {
    const { api, ana, bea, request, clear, count } = await buildSite(fresh);
    const payload = { name: 'Nightly', scope: 'write' };
    const made = await api.inject({ method: 'POST', url: '/api/auth/tokens', headers: bea, payload });
    const byToken = { ...bea, authorization: `Bearer ${made.json<{ secret: string }>().secret}` };
    expect(await request('POST', byToken)).toMatchObject({ status: 403 });
    await request('POST', ana);
    expect(await clear(byToken)).toMatchObject({ status: 403 });
    expect(await count()).toBe(1);
    expect((await clear(bea)).status).toBe(200);
  });

  test('a person who asked and lost the account leaves no request', async () => {
    const { ana, bea, request, clear, dependencies } = await buildSite(fresh);
    await request('POST', ana);
    await dependencies.database.kysely.deleteFrom('auth_user').where('email', '=', 'ana@gmail.com').execute();
    expect((await clear(bea)).status).toBe(409);
  });

  test('without the setting one person clears, and nobody asks', async () => {
    const { ana, request, clear } = await buildSite(fresh, { twoPersonClear: false });
    expect((await request('GET', ana)).body).toMatchObject({ needed: false, request: null });
    expect((await request('POST', ana)).status).toBe(409);
    expect((await clear(ana)).status).toBe(200);
  });
});
