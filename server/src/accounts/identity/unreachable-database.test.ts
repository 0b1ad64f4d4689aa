import { expect, test } from 'vitest';
import { freshPostgres } from '../../../test/data/on-both-databases.ts';
import { cuttableProxy } from '../../../test/doubles/cuttable-proxy.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';
import { aVisitor, PASSWORD, sessionOf, signedUp } from '../../../test/servers/visitor.ts';
import type { CredentialLimits } from '../limits/credential-limits.ts';

/** A server with a signed-in guard, behind a proxy that can cut the connection to the database. */
async function guardBehindProxy() {
  const { address, dataDir } = await freshPostgres();
  const proxy = await cuttableProxy(address.dialect === 'postgres' ? address.url : '');
  const app = await buildTestApp(async () => ({ dataDir, address: { dialect: 'postgres', url: proxy.url } }));
  app.expectLogLine(/does not answer|no notifications of|Maintenance|not be erased|cannot read/);
  return { app, proxy, guard: await signedUp(app) };
}

const UNAVAILABLE = { success: false, code: 'UNAVAILABLE', message: 'The database does not answer' };
const account = { email: 'ana@gmail.com', password: PASSWORD };

test.each(['limits first', 'the identity library first'])('every route answers 503, %s', async (first) => {
  const { app, proxy, guard } = await guardBehindProxy();
  const { credentialLimits } = app.dependencies;
  if (first !== 'limits first') passEverything(credentialLimits);
  const visitor = aVisitor(app);
  proxy.cut('refused');
  for (const call of [
    () => visitor.post('/auth/sign-in/email', account),
    () => visitor.post('/auth/sign-up/email', { ...account, email: 'ben@gmail.com' }),
    () => visitor.post('/auth/reset-password', { token: 'a-token', newPassword: PASSWORD }),
    () => visitor.post('/contact', { name: 'Ben', email: 'ben@example.org', message: 'Hello?' }),
    () => guard.post('/auth/sign-out'),
    () => guard.post('/auth/change-password', { newPassword: PASSWORD }),
    () => guard.get('/api/auth/get-session'),
  ]) {
    const answer = await call();
    expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([503, UNAVAILABLE, '1']);
  }
  const link = await visitor.get('/api/auth/verify-email?token=a-token');
  expect(link.headers.location).toBe('http://localhost:8080/?verification=failed');
});

test('a failed sign-out is answered with an error, and the session continues', async () => {
  const { proxy, guard } = await guardBehindProxy();
  proxy.cut('refused');
  expect((await guard.post('/auth/sign-out')).statusCode).toBe(503);
  proxy.heal();
  expect(await sessionOf(guard)).not.toBeNull();
  expect((await guard.post('/auth/sign-out')).statusCode).toBe(200);
  expect(await sessionOf(guard)).toBeNull();
});

function passEverything(limits: CredentialLimits): void {
  const pass = async () => {};
  Object.assign(limits, {
    beforeSignIn: pass,
    beforeSignUp: pass,
    beforeMail: pass,
    beforeChange: pass,
    beforeToken: pass,
  });
}
