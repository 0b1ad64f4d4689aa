import { expect, test } from 'vitest';
import { freshSqlite } from '../../../test/data/on-both-databases.ts';
import { CLIENT, openIdProvider, throughProvider } from '../../../test/doubles/openid-provider.ts';
import { totpCode } from '../../../test/doubles/totp-app.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';
import { aVisitor, sessionOf, type Visitor } from '../../../test/servers/visitor.ts';

const ANA = { sub: 'ana-1', email: 'ana@example.org', email_verified: true, name: 'Ana' };
const FLOW = 'flow-of-this-popup';

/** Runs a complete popup. Returns the query of its last address. */
async function popup(visitor: Visitor) {
  const started = await visitor.post('/auth/sign-in/social', { provider: 'oidc', flow: FLOW });
  const { pathname, search } = new URL(await throughProvider(started.json().url));
  const { headers } = await visitor.get(pathname + search);
  return { query: Object.fromEntries(new URL(String(headers.location)).searchParams), cookies: headers['set-cookie'] };
}

test('a social sign-in waits for the second factor, too', async () => {
  const { issuer } = await openIdProvider({ person: ANA });
  const socialProviders = [{ ...CLIENT, id: 'oidc' as const, name: 'Keycloak', issuer }];
  const app = await buildTestApp(freshSqlite, { team: true, socialProviders });
  const ana = aVisitor(app);
  expect((await popup(ana)).query).toEqual({ flow: FLOW });
  const { secret } = (await ana.post('/auth/second-factor/authenticator')).json<{ secret: string }>();
  await ana.post('/auth/second-factor/authenticator/confirm', { code: totpCode(secret) });

  const elsewhere = aVisitor(app);
  const { query, cookies } = await popup(elsewhere);
  expect(query).toEqual({ flow: FLOW, error: 'second_factor_needed' });
  expect(String(cookies)).not.toContain('session_token');
  expect(await sessionOf(elsewhere)).toBeNull();
  const passed = await elsewhere.post('/auth/sign-in/second-factor', { code: totpCode(secret, { steps: 1 }) });
  expect(passed.json()).toMatchObject({ user: { email: 'ana@example.org' } });
  const { kysely } = app.dependencies.database;
  const rows = await kysely.selectFrom('audit').select('kind').where('kind', '=', 'sign-in.succeeded').execute();
  expect(rows).toHaveLength(2);
});
