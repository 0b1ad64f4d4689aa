import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { linkIn, mailOf, outboxOf } from '../../../test/doubles/mailbox.ts';
import { buildTestApp, type TestApp } from '../../../test/servers/build-test-app.ts';
import { aVisitor, PASSWORD, signedUp } from '../../../test/servers/visitor.ts';

const EMAIL = 'ana@gmail.com';
const NEW_PASSWORD = 'staple battery horse';
const ELSEWHERE = { address: '203.0.113.9' };

const signIn = async (app: TestApp, from: { address?: string } = {}, password = PASSWORD) =>
  (await aVisitor(app, from).post('/auth/sign-in/email', { email: EMAIL, password })).statusCode;
const askForLink = async (app: TestApp, from: { address?: string } = {}) =>
  (await aVisitor(app, from).post('/auth/request-password-reset', { email: EMAIL })).statusCode;

/** Attempts from `count` networks, one each. */
const fromEverywhere = (count: number, attempt: (from: { address: string }) => Promise<number>) =>
  Promise.all(Array.from({ length: count }, (_, host) => attempt({ address: `198.51.100.${host}` })));

async function resetBy(app: TestApp, token: string, from: { address?: string } = {}) {
  return (await aVisitor(app, from).post('/auth/reset-password', { token, newPassword: NEW_PASSWORD })).statusCode;
}

async function tokens(app: TestApp): Promise<string[]> {
  const mails = (await outboxOf(app)).filter(({ headers }) => headers['X-Vedette-Kind'] === 'password-reset');
  return mails.map((mail) => linkIn(mail).searchParams.get('token') ?? '');
}

onBothDatabases('the owner of an account under attack', (fresh) => {
  test('signs in from a familiar network, also after a restart', async () => {
    const place = await fresh();
    const before = await buildTestApp(async () => place);
    await signedUp(before, EMAIL);
    expect(await signIn(before)).toBe(200);
    await before.close();

    const app = await buildTestApp(async () => place);
    await fromEverywhere(30, (from) => signIn(app, from, 'wrong password'));
    expect(await signIn(app, ELSEWHERE)).toBe(429);
    expect(await signIn(app)).toBe(200);
  });

  test('signs in from the network where the account was made', async () => {
    const app = await buildTestApp(fresh);
    await signedUp(app, EMAIL);
    await fromEverywhere(30, (from) => signIn(app, from, 'wrong password'));
    expect(await signIn(app)).toBe(200);
  });

  test('gets a link by mail on request from a familiar network', async () => {
    const app = await buildTestApp(fresh);
    await signedUp(app, EMAIL);
    expect(await signIn(app)).toBe(200);
    await fromEverywhere(9, (from) => askForLink(app, from));
    expect(await askForLink(app, ELSEWHERE)).toBe(429);
    const mailed = (await tokens(app)).length;
    expect(await askForLink(app)).toBe(200);
    expect(await tokens(app)).toHaveLength(mailed + 1);
    expect(await resetBy(app, (await tokens(app)).at(-1) ?? '')).toBe(200);
  });

  test('signs in from any network with a link, despite later requests and guesses of strangers', async () => {
    const app = await buildTestApp(fresh);
    await signedUp(app, EMAIL);
    expect(await askForLink(app, ELSEWHERE)).toBe(200);
    const own = linkIn(await mailOf(app, 'password-reset')).searchParams.get('token') ?? '';
    await fromEverywhere(8, (from) => askForLink(app, from));
    await fromEverywhere(30, (from) => signIn(app, from, 'wrong password'));
    expect(await signIn(app, ELSEWHERE)).toBe(429);
    expect(await resetBy(app, own, ELSEWHERE)).toBe(200);
    expect(await signIn(app, ELSEWHERE, NEW_PASSWORD)).toBe(200);
  });

  test('can use a link for an hour while strangers request the maximum number of links', async () => {
    const app = await buildTestApp(fresh);
    await signedUp(app, EMAIL);
    await askForLink(app);
    const own = linkIn(await mailOf(app, 'password-reset')).searchParams.get('token') ?? '';
    for (let minute = 0; minute < 60; minute += 5) {
      await fromEverywhere(9, (from) => askForLink(app, { address: from.address.replace('100', `${minute}`) }));
      app.clock.advance(300_000);
    }
    expect((await tokens(app)).length).toBeGreaterThan(30);
    expect(await resetBy(app, own)).toBe(200);
  });

  test('has at most sixty links', async () => {
    const app = await buildTestApp(fresh);
    await signedUp(app, EMAIL);
    for (let time = 0; time < 65; time += 1) {
      expect(await askForLink(app)).toBe(200);
      app.clock.advance(300_000);
      await app.dependencies.background.settled();
    }
    const links = await app.dependencies.database.kysely.selectFrom('auth_verification').selectAll().execute();
    expect(links).toHaveLength(60);
    const all = await tokens(app);
    expect(await resetBy(app, all.at(4) ?? '')).toBe(400);
    expect(await resetBy(app, all.at(6) ?? '')).toBe(200);
  });
});
