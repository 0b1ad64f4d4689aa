import { expect, test } from 'vitest';
import { newDetection } from '../../test/data/new-detection.ts';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { buildTestApp, TEST_ORIGIN } from '../../test/servers/build-test-app.ts';
import { buildTeam } from '../../test/servers/team.ts';
import type { Database } from '../db/database.ts';
import { verifyAudit } from './verify-audit.ts';

/** Kind, name of who did it, and subject, in the order in which they were written. */
async function recorded({ kysely }: Database) {
  const rows = await kysely.selectFrom('audit').selectAll().where('kind', '!=', 'audit.folded').orderBy('id').execute();
  expect((await verifyAudit(kysely)).findings).toEqual([]);
  return rows.map(({ kind, actor_name, subject }) => [kind, actor_name, subject]);
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
    const cookie = [signedIn.headers['set-cookie']]
      .flat()
      .map((line) => line?.split(';', 1)[0])
      .join('; ');
    await post('change-email', { newEmail: 'ana@yahoo.com' }, cookie);
    await post('change-password', { newPassword: 'another horse battery' }, cookie);
    await post('delete-user', {}, cookie);
    const ana = 'ana@gmail.com';
    expect(await recorded(dependencies.database)).toEqual([
      ['account.created', ana, `account:${ana}`],
      ['sign-in.succeeded', ana, `account:${ana}`],
      ['sign-in.failed', 'visitor', `account:${ana}`],
      ['sign-in.succeeded', ana, `account:${ana}`],
      ['account.email-changed', ana, `account:${ana}`],
      ['account.password-changed', 'ana@yahoo.com', 'account:ana@yahoo.com'],
      ['account.deleted', 'ana@yahoo.com', 'account:ana@yahoo.com'],
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
      ['detection.deleted', dana, `detection:${id + 1}`],
      ['detections.cleared', dana, null],
    ]);
    const { kysely } = dependencies.database;
    const of = kysely.selectFrom('audit').select('details').where('subject', '=', `detection:${id}`);
    const { details } = await of.executeTakeFirstOrThrow();
    expect(JSON.parse(details).row).toMatchObject({ id, threat_level: 9, frame_sha256: null });
  });
});
