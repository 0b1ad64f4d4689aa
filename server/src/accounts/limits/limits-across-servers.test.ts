import { expect, test } from 'vitest';
import { freshPostgres } from '../../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';
import { twoServers } from '../../../test/servers/two-servers.ts';
import { aVisitor, PASSWORD, signedUp } from '../../../test/servers/visitor.ts';

const EMAIL = 'ana@gmail.com';
const wrong = { email: EMAIL, password: 'wrong password' };

test('guesses at several servers are counted together', async () => {
  const { here, there } = await twoServers();
  const [one, other] = [aVisitor(here), aVisitor(there)];
  for (const visitor of [one, other, one, other, one]) {
    expect((await visitor.post('/auth/sign-in/email', wrong)).statusCode).toBe(401);
  }
  for (const visitor of [one, other]) {
    const slowed = await visitor.post('/auth/sign-in/email', wrong);
    expect([slowed.statusCode, slowed.headers['retry-after']]).toEqual([429, '12']);
  }
});

test('contact messages at several servers are counted together', async () => {
  const { here, there } = await twoServers();
  const message = { name: 'Ben', email: 'ben@example.org', message: 'Is anybody there?' };
  const write = async (app: typeof here) => (await aVisitor(app).post('/contact', message)).statusCode;
  for (const app of [here, there, here, there, here]) expect(await write(app)).toBe(201);
  expect([await write(here), await write(there)]).toEqual([429, 429]);
});

test('a familiar network is known to every server', async () => {
  const { here, there } = await twoServers();
  await signedUp(here, EMAIL);
  const guard = { email: EMAIL, password: PASSWORD };
  expect((await aVisitor(here).post('/auth/sign-in/email', guard)).statusCode).toBe(200);
  const { credentialLimits } = there.dependencies;
  for (let host = 0; host < 20; host += 1) {
    await credentialLimits.beforeSignIn({ address: `198.51.100.${host}`, account: EMAIL });
  }
  const stranger = aVisitor(there, { address: '198.51.100.99' });
  expect((await stranger.post('/auth/sign-in/email', guard)).statusCode).toBe(429);
  expect((await aVisitor(there).post('/auth/sign-in/email', guard)).statusCode).toBe(200);
});

test('the tables of the limits hold no names and addresses', async () => {
  const { dependencies } = await buildTestApp(freshPostgres);
  const { credentialLimits: limits, database } = dependencies;
  const attempt = { address: '192.0.2.7', account: EMAIL };
  await limits.admitSignIn(attempt.address);
  await limits.beforeSignIn(attempt);
  await limits.afterSignIn(attempt);
  const tables = ['rate_limit', 'familiar_network'] as const;
  const rows = await Promise.all(tables.map((table) => database.kysely.selectFrom(table).selectAll().execute()));
  expect(rows.map(({ length }) => length)).toEqual([3, 1]);
  expect(JSON.stringify(rows)).not.toMatch(/@|192\.0/);
});
