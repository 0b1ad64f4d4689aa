import { expect, test } from 'vitest';
import type { Config } from '../src/config.ts';
import { freshSqlite } from './data/on-both-databases.ts';
import { buildTestApp, TEST_ORIGIN } from './servers/build-test-app.ts';

/** The address that limits use for a request through a proxy at 10.0.0.2 with a forged first entry. */
async function addressSeen(trustProxy: Config['trustProxy']): Promise<string | undefined> {
  const { api, dependencies } = await buildTestApp(freshSqlite, { trustProxy });
  let seen: string | undefined;
  dependencies.credentialLimits.beforeSignUp = async ({ address }) => {
    seen = address;
  };
  await api.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    remoteAddress: '10.0.0.2',
    headers: { origin: TEST_ORIGIN, 'x-forwarded-for': '203.0.113.66, 192.0.2.7' },
    payload: { email: 'ana@example.org', password: 'correct horse battery' },
  });
  return seen;
}

test.each<[Config['trustProxy'], string]>([
  [false, '10.0.0.2'],
  [1, '192.0.2.7'],
  [['10.0.0.0/8'], '192.0.2.7'],
  [['192.168.0.0/16'], '10.0.0.2'],
])('with TRUST_PROXY %j limits go by %s', async (trustProxy, address) => {
  expect(await addressSeen(trustProxy)).toBe(address);
});
