import { DEFAULT_POLICY } from '@vedette/contract/escalation';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { newDetection } from '../../test/data/new-detection.ts';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { linkIn, mailOf } from '../../test/doubles/mailbox.ts';
import { CLIENT, openIdProvider, throughProvider } from '../../test/doubles/openid-provider.ts';
import { buildTestApp, TEST_ORIGIN } from '../../test/servers/build-test-app.ts';
import { buildTeam } from '../../test/servers/team.ts';
import { aVisitor, signedUp } from '../../test/servers/visitor.ts';
import type { Database } from '../db/database.ts';
import { verifyAudit } from './verify-audit.ts';

/** In the order in which they were written, without folds, which the server adds by itself. */
async function entriesIn({ kysely }: Pick<Database, 'kysely'>) {
  const rows = await kysely.selectFrom('audit').selectAll().where('kind', '!=', 'audit.folded').orderBy('id').execute();
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }));
}

/** Kind, name of who did it, and subject, in the order in which they were written. */
async function recorded(database: Database) {
  expect((await verifyAudit(database.kysely)).findings).toEqual([]);
  return (await entriesIn(database)).map(({ kind, actor_name, subject }) => [kind, actor_name, subject]);
}

function cookiesOf({ cookies }: LightMyRequestResponse): string {
  return cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
}

onBothDatabases('the audit log records', (fresh) => {
  test('accounts and sign-ins, and failures of them', async () => {
    const { api, dependencies } = await buildTestApp(fresh);
    const post = (path: string, payload: object, cookie = '') =>
      api.inject({ method: 'POST', url: `/api/auth/${path}`, headers: { origin: TEST_ORIGIN, cookie }, payload });
    const account = { email: 'ana@gmail.com', password: 'correct horse battery' };
    await post('sign-up/email', { ...account, name: '' });
    expect((await post('sign-in/email', { ...account, password: 'wrong' })).statusCode).toBe(401);
    const signedIn = await post('sign-in/email', account);
    const cookie = cookiesOf(signedIn);
    await post('change-email', { newEmail: 'ana@yahoo.com' }, cookie);
    await post('change-password', { newPassword: 'another horse battery' }, cookie);
    await post('sign-out', {}, cookie);
    await post('sign-out', {}, cookie);
    const again = await post('sign-in/email', { email: 'ana@yahoo.com', password: 'another horse battery' });
    await post('delete-user', {}, cookiesOf(again));
    const ana = 'ana@gmail.com';
    expect(await recorded(dependencies.database)).toEqual([
      ['account.created', ana, `account:${ana}`],
      ['sign-in.succeeded', ana, `account:${ana}`],
      ['sign-in.failed', 'visitor', `account:${ana}`],
      ['sign-in.succeeded', ana, `account:${ana}`],
      ['account.email-changed', ana, `account:${ana}`],
      ['account.password-changed', 'ana@yahoo.com', 'account:ana@yahoo.com'],
      ['session.signed-out', 'ana@yahoo.com', 'account:ana@yahoo.com'],
      ['sign-in.succeeded', 'ana@yahoo.com', 'account:ana@yahoo.com'],
      ['account.deleted', 'ana@yahoo.com', 'account:ana@yahoo.com'],
    ]);
  });

  test('a password that a mailed link sets, with the address of who followed it', async () => {
    const app = await buildTestApp(fresh);
    const ana = await signedUp(app);
    await ana.post('/auth/request-password-reset', { email: 'ana@gmail.com' });
    const token = linkIn(await mailOf(app, 'password-reset')).searchParams.get('token');
    const newPassword = 'staple battery horse';
    await aVisitor(app, { address: '192.0.2.9' }).post('/auth/reset-password', { token, newPassword });
    const { kysely } = app.dependencies.database;
    expect((await recorded(app.dependencies.database)).map(([kind]) => kind)).toEqual([
      'account.created',
      'sign-in.succeeded',
      'account.password-changed',
    ]);
    const rows = await entriesIn({ kysely });
    expect(rows.map(({ address }) => address)).toEqual(['192.0.2.7', '192.0.2.7', '192.0.2.9']);
    expect(rows[2]?.details).toMatchObject({ by: 'mailed link' });
  });

  test('a social account that is linked, and its first password by a mailed link', async () => {
    const person = { sub: 'ana-1', email: 'ana@example.org', email_verified: true, name: 'Ana' };
    const { issuer } = await openIdProvider({ person });
    const app = await buildTestApp(fresh, { socialProviders: [{ ...CLIENT, id: 'oidc', name: 'Keycloak', issuer }] });
    const ana = aVisitor(app);
    const started = await ana.post('/auth/sign-in/social', { provider: 'oidc', flow: 'flow-of-this-very-popup' });
    const { pathname, search } = new URL(await throughProvider(started.json().url));
    await ana.get(pathname + search);
    await ana.post('/auth/request-password-reset', { email: person.email });
    const token = linkIn(await mailOf(app, 'password-reset')).searchParams.get('token');
    await ana.post('/auth/reset-password', { token, newPassword: 'staple battery horse' });
    const rows = await entriesIn(app.dependencies.database);
    expect(rows.map(({ kind, details }) => [kind, details.provider ?? details.by])).toEqual([
      ['account.created', undefined],
      ['account.linked', 'oidc'],
      ['sign-in.succeeded', undefined],
      ['account.password-changed', 'mailed link'],
    ]);
  });

  test('devices', async () => {
    const { api, dependencies, signIn } = await buildTestApp(fresh);
    const headers = await signIn();
    const ask = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      api.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    const { device_id: id } = (await ask('POST', '/api/devices', { name: 'Gate' })).json();
    await ask('PATCH', `/api/devices/${id}`, { name: 'North gate' });
    await ask('POST', `/api/devices/${id}/key`);
    await ask('DELETE', `/api/devices/${id}`);
    const guard = 'guard@gmail.com';
    expect(await recorded(dependencies.database)).toEqual([
      ['device.registered', guard, `device:${id}`],
      ['device.changed', guard, `device:${id}`],
      ['device.key-rotated', guard, `device:${id}`],
      ['device.revoked', guard, `device:${id}`],
    ]);
  });

  test('answers and deletions, with the deleted row', async () => {
    const { dependencies, see, post, ask } = await buildTeam(fresh);
    const { id, incident } = await see(0);
    const { action_id } = await post(incident, 'acknowledge');
    await ask('DELETE', `/api/incidents/${incident}/actions/${action_id}`);
    await post(incident, 'close', { body: { verdict: 'real', note: 'two men' } });
    await ask('DELETE', `/api/detections/${id}`);
    await dependencies.writer.add(newDetection(), null);
    await ask('DELETE', '/api/detections/all');
    const dana = 'dana@gmail.com';
    expect(await recorded(dependencies.database)).toEqual([
      ['incident.acknowledged', dana, `incident:${incident}`],
      ['incident.undone', dana, `incident:${incident}`],
      ['incident.closed', dana, `incident:${incident}`],
      ['detection.deleted', dana, `detection:${id}`],
      ['incident.detection-deleted', dana, `incident:${incident}`],
      ['detection.deleted', dana, `detection:${id + 1}`],
      ['detections.cleared', dana, null],
    ]);
    const { kysely } = dependencies.database;
    const of = kysely.selectFrom('audit').select('details').where('subject', '=', `detection:${id}`);
    const { details } = await of.executeTakeFirstOrThrow();
    expect(JSON.parse(details).row).toMatchObject({ id, threat_level: 9, frame_sha256: null });
    const answers = kysely.selectFrom('audit').select('details').where('subject', '=', `incident:${incident}`);
    const [acknowledged, , closed] = (await answers.orderBy('id').execute()).map((row) => JSON.parse(row.details));
    expect(acknowledged).toMatchObject({ weapon: 'pistol', place: 'camera-1', action: action_id });
    expect(closed).toMatchObject({ verdict: 'real', note: 'two men' });
  });

  test('what leaves the server, and how alarms and drills are set', async () => {
    const { api, dependencies, people, ask, put } = await buildTeam(fresh);
    const { database } = dependencies;
    const { device_id: id } = await ask('POST', '/api/devices', { body: { name: 'Gate' } });
    const headers = await people.get('dana@gmail.com');
    await api.inject({ url: '/api/detections/export.csv?level=high', headers: { ...headers } });
    expect((await put('/api/escalation/policy', { version: 0, policy: DEFAULT_POLICY })).status).toBe(200);
    expect((await put('/api/escalation/policy', { version: 0, policy: DEFAULT_POLICY })).status).toBe(409);
    for (const every_s of [0, 600, 600, 3_600, 0]) await put(`/api/devices/${id}/drills`, { every_s });
    const emailVerified = database.dialect === 'sqlite' ? 1 : true;
    await database.kysely.updateTable('auth_user').set({ emailVerified }).execute();
    const span = { from: '2025-01-15T06:00:00Z', to: '2025-01-15T14:00:00Z' };
    await ask('POST', '/api/handover/mail', { body: { ...span, recipients: ['Dana@gmail.com'] } });
    const [registered, ...rows] = await entriesIn(database);
    expect(registered?.kind).toBe('device.registered');
    const dana = 'dana@gmail.com';
    expect(rows.map((row) => [row.kind, row.actor_name, row.details])).toEqual([
      ['detections.exported', dana, { level: 'high' }],
      ['escalation.policy-changed', dana, { policy: DEFAULT_POLICY }],
      ['drills.scheduled', dana, { name: 'Gate', from: 0, to: 600 }],
      ['drills.scheduled', dana, { name: 'Gate', from: 600, to: 3_600 }],
      ['drills.scheduled', dana, { name: 'Gate', from: 3_600, to: 0 }],
      ['handover.mailed', dana, { ...span, recipients: [dana] }],
    ]);
  });

  test('which API token acted', async () => {
    const { api, dependencies, ask, see } = await buildTeam(fresh);
    const made = await ask('POST', '/api/auth/tokens', { body: { name: 'Nightly', scope: 'write' } });
    const { incident } = await see(0);
    const headers = { authorization: `Bearer ${made.secret}` };
    const post = (url: string, payload: object) => api.inject({ method: 'POST', url, headers, payload });
    await post('/api/devices', { name: 'Gate' });
    await post(`/api/incidents/${incident}/acknowledge`, {});
    await api.inject({ url: '/api/detections/export.csv', headers });
    const rows = await entriesIn(dependencies.database);
    const token = { id: made.token.id, name: 'Nightly' };
    expect(rows.map(({ kind, details }) => [kind, details.token])).toEqual([
      ['token.made', undefined],
      ['device.registered', token],
      ['incident.acknowledged', token],
      ['detections.exported', token],
    ]);
    expect(JSON.stringify(rows)).not.toContain(made.secret.split('_').at(-1));
  });
});
