import type { InvitationsAnswer } from '@vedette/contract/invitation';
import { expect, test } from 'vitest';
import { type FreshDatabase, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { linkIn, mailOf } from '../../../test/doubles/mailbox.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';
import { aVisitor, PASSWORD, sessionOf, signedUp } from '../../../test/servers/visitor.ts';

const HOUR_MS = 3_600_000;
const INVITED = 'bea@plant.example.org';

async function buildSite(fresh: FreshDatabase) {
  const app = await buildTestApp(fresh, { team: true, registration: 'closed' });
  const headers = await app.signIn('administrator@gmail.com');
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
    const url = `/api/people/invitations${path}`;
    const answer = await app.api.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const invite = (email = INVITED, role = 'supervisor') => ask('POST', '', { email, role });
  const open = async () => ((await ask('GET', '')).body as InvitationsAnswer).invitations;
  const mailedToken = async () => linkIn(await mailOf(app, 'invitation')).searchParams.get('token') ?? '';
  const read = (token: string) => aVisitor(app).post('/auth/invitation', { token });
  const accept = (token: string, password = PASSWORD) =>
    aVisitor(app).post('/auth/invitation/accept', { token, password });
  const audited = async () => {
    const rows = await app.dependencies.database.kysely
      .selectFrom('audit')
      .select(['kind', 'subject', 'details'])
      .execute();
    return rows.filter(({ kind }) => kind.startsWith('account.'));
  };
  return { ...app, headers, ask, invite, open, mailedToken, read, accept, audited };
}

onBothDatabases('an invitation', (fresh) => {
  test('makes one account, with its role and a confirmed address, at a site whose registration is closed', async () => {
    const site = await buildSite(fresh);
    expect(await site.invite('Bea@Plant.example.org')).toMatchObject({
      status: 201,
      body: { invitation: { email: INVITED, role: 'supervisor', invited_by: 'administrator@gmail.com' } },
    });
    const mail = await mailOf(site, 'invitation');
    expect(mail.headers.To).toBe(INVITED);
    expect(linkIn(mail).pathname).toBe('/invitation');
    const token = await site.mailedToken();
    expect((await site.read(token)).json()).toMatchObject({ invitation: { email: INVITED, role: 'supervisor' } });
    expect((await site.accept(token, 'short')).json()).toMatchObject({ code: 'PASSWORD_TOO_SHORT', field: 'password' });
    expect((await site.accept(token)).statusCode).toBe(200);

    const bea = aVisitor(site);
    expect((await bea.post('/auth/sign-in/email', { email: INVITED, password: PASSWORD })).statusCode).toBe(200);
    expect(await sessionOf(bea)).toMatchObject({
      user: { email: INVITED, role: 'supervisor', emailVerified: true, providerData: [{ providerId: 'password' }] },
    });
    expect(await site.open()).toEqual([]);
    for (const again of [await site.read(token), await site.accept(token)])
      expect([again.statusCode, again.json()]).toMatchObject([400, { code: 'INVALID_TOKEN' }]);
    expect((await site.audited()).map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
      `account.invited account:${INVITED}`,
      `account.created account:${INVITED}`,
    ]);
    expect(JSON.stringify(await site.audited())).not.toContain(token);
  });

  test('works once when two accept it at the same time', async () => {
    const site = await buildSite(fresh);
    await site.invite();
    const token = await site.mailedToken();
    const answers = await Promise.all([site.accept(token), site.accept(token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  test('works for 72 hours, and a new one replaces it', async () => {
    const site = await buildSite(fresh);
    await site.invite();
    const first = await site.mailedToken();
    site.clock.advance(72 * HOUR_MS - 1);
    expect((await site.read(first)).statusCode).toBe(200);
    site.clock.advance(1);
    expect((await site.accept(first)).json()).toMatchObject({ code: 'INVALID_TOKEN' });
    expect(await site.open()).toHaveLength(1);

    await site.invite(INVITED, 'viewer');
    const second = await site.mailedToken();
    expect(await site.open()).toMatchObject([{ email: INVITED, role: 'viewer' }]);
    expect((await site.read(first)).statusCode).toBe(400);
    expect((await site.read(second)).statusCode).toBe(200);
  });

  test('is withdrawn, once', async () => {
    const site = await buildSite(fresh);
    const { id } = (await site.invite()).body.invitation;
    const token = await site.mailedToken();
    expect((await site.ask('DELETE', `/${id}`)).status).toBe(200);
    expect((await site.accept(token)).json()).toMatchObject({ code: 'INVALID_TOKEN' });
    expect((await site.ask('DELETE', `/${id}`)).status).toBe(404);
    expect((await site.audited()).map(({ kind }) => kind)).toEqual(['account.invited', 'account.invitation-withdrawn']);
  });

  test('is refused for an address that has an account, and for what is no address or no role', async () => {
    const site = await buildSite(fresh);
    expect(await site.invite('administrator@gmail.com')).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', field: 'email' },
    });
    expect((await site.invite('nobody')).status).toBe(400);
    expect((await site.invite(INVITED, 'king')).status).toBe(400);
    expect(await site.open()).toEqual([]);
  });

  test.each([{ suspended: true }, { role: 'supervisor' }])('ends with %j of who invited', async (change) => {
    const site = await buildSite(fresh);
    const bea = await site.signIn('bea@gmail.com');
    const payload = { email: INVITED, role: 'administrator' };
    await site.api.inject({ method: 'POST', url: '/api/people/invitations', headers: bea, payload });
    const token = await site.mailedToken();
    const { people } = (await site.api.inject({ url: '/api/people?search=bea', headers: site.headers })).json();
    const url = `/api/people/${people[0].id}`;
    const changed = await site.api.inject({ method: 'PATCH', url, headers: site.headers, payload: change });
    expect(changed.statusCode).toBe(200);
    expect((await site.accept(token)).json()).toMatchObject({ code: 'INVALID_TOKEN' });
    expect((await site.audited()).map(({ kind, subject }) => `${kind} ${subject}`)).toContain(
      `account.invitation-withdrawn account:${INVITED}`,
    );
  });

  test('that two administrators send at the same time is one', async () => {
    const site = await buildSite(fresh);
    const answers = await Promise.all([site.invite(), site.invite(), site.invite()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await site.open()).toHaveLength(1);
  });

  test('stays when it is sent again to an address that has an account since', async () => {
    const app = await buildTestApp(fresh, { team: true });
    const headers = await app.signIn('administrator@gmail.com');
    const url = '/api/people/invitations';
    const invite = () =>
      app.api.inject({ method: 'POST', url, headers, payload: { email: 'bea@gmail.com', role: 'guard' } });
    await invite();
    await signedUp(app, 'bea@gmail.com');
    expect((await invite()).json()).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect((await app.api.inject({ url, headers })).json().invitations).toHaveLength(1);
  });

  test('does nothing to an account that was made with the address in the meantime', async () => {
    const app = await buildTestApp(fresh, { team: true });
    const headers = await app.signIn('administrator@gmail.com');
    const payload = { email: 'bea@gmail.com', role: 'administrator' };
    await app.api.inject({ method: 'POST', url: '/api/people/invitations', headers, payload });
    const token = linkIn(await mailOf(app, 'invitation')).searchParams.get('token');
    const stranger = await signedUp(app, 'bea@gmail.com');
    const answer = await aVisitor(app).post('/auth/invitation/accept', { token, password: 'another password' });
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'EMAIL_TAKEN' }]);
    expect(await sessionOf(stranger)).toMatchObject({ user: { role: 'guard', emailVerified: false } });
  });
});
