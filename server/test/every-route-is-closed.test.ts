import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { freshSqlite } from './data/on-both-databases.ts';
import { buildTestApp, type TestApp } from './servers/build-test-app.ts';

/** All routes that a visitor may call. A new entry needs a reason that a reviewer accepts. */
const PUBLIC = [
  'GET /*',
  'GET /.well-known/vedette-evidence-key',
  'GET /api/auth/callback/:provider',
  'GET /api/auth/get-session',
  'GET /api/auth/popup',
  'GET /api/auth/popup.js',
  'GET /api/auth/verify-email',
  'GET /api/config',
  'GET /api/health',
  'GET /api/health/ready',
  'GET /verify-evidence.html',
  'POST /api/auth/request-password-reset',
  'POST /api/auth/reset-password',
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-in/social',
  'POST /api/auth/sign-out',
  'POST /api/auth/sign-up/email',
  'POST /api/contact',
];
/** With TEAM: a mailed link proves who calls, or a sign-in begins or waits for its second factor. */
const PUBLIC_OF_TEAM = [
  'POST /api/auth/invitation',
  'POST /api/auth/invitation/accept',
  'GET /api/auth/sign-in/second-factor',
  'POST /api/auth/sign-in/passkey',
  'POST /api/auth/sign-in/passkey/options',
  'POST /api/auth/sign-in/second-factor',
];

const JUNK_BODIES = [
  { payload: '{"broken', headers: { 'content-type': 'application/json' } },
  { payload: '', headers: { 'content-type': 'application/json' } },
  { payload: '[[[]]]', headers: { 'content-type': 'application/json' } },
  { payload: '"text"', headers: { 'content-type': 'application/json' } },
  { payload: 'null', headers: { 'content-type': 'application/json' } },
  { payload: '{"__proto__":{"a":1}}', headers: { 'content-type': 'application/json' } },
  { payload: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { payload: '--x', headers: { 'content-type': 'multipart/form-data' } },
  { payload: '--x\r\nnothing', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  { payload: Buffer.from([0xff, 0xd8, 0, 1, 2]), headers: { 'content-type': 'image/jpeg' } },
  { payload: 'x'.repeat(100_000), headers: { 'content-type': 'application/json' } },
];

const JUNK_PARAMETERS = [
  '0',
  '-1',
  '1.5',
  'NaN',
  '9'.repeat(40),
  '%00',
  '%F0%9F%94%AA',
  '..',
  "'%20or%201=1--",
  'a'.repeat(600),
];

describe('every route', () => {
  test.each([
    [{ metrics: false, team: false }, PUBLIC],
    [{ metrics: true, team: true }, [...PUBLIC, ...PUBLIC_OF_TEAM, 'GET /metrics'].sort()],
  ])('asks a visitor to sign in, unless it is on the list; with %j', async (settings, listed) => {
    const { api } = await buildTestApp(freshSqlite, settings);
    const open: string[] = [];
    for (const { method, url } of routesOf(api)) {
      const { statusCode } = await api.inject({ method, url: filled(url, '1') });
      if (statusCode !== 401) open.push(`${method} ${url}`);
    }
    expect(open.filter((route) => !route.startsWith('HEAD ')).sort()).toEqual(listed);
    expect(
      open
        .filter((route) => route.startsWith('HEAD '))
        .map((route) => route.replace('HEAD', 'GET'))
        .sort(),
    ).toEqual(listed.filter((route) => route.startsWith('GET ')));
  });

  test('refuses a visitor before it validates the request', async () => {
    const { api } = await buildTestApp(freshSqlite, { team: true });
    for (const { method, url } of routesOf(api)) {
      if ([...PUBLIC, ...PUBLIC_OF_TEAM].includes(`${method} ${url}`) || !hasBody(method)) continue;
      for (const junk of JUNK_BODIES) {
        const answer = await api.inject({ method, url: filled(url, 'junk'), ...junk });
        expect([url, answer.statusCode, answer.json().code]).toEqual([url, 401, 'UNAUTHORIZED']);
      }
    }
  });

  test.each(['visitor', 'guard'] as const)('answers junk from a %s in the one error shape', async (who) => {
    const app = await buildTestApp(freshSqlite, { team: true });
    for (const [index, { method, url }] of routesOf(app.api).entries()) {
      if (url === '/api/detections/stream') continue;
      // Each route gets a new guard, because some routes sign out.
      const headers = who === 'guard' ? await app.signIn(`guard${index}@gmail.com`) : {};
      for (const parameter of url.includes(':') ? JUNK_PARAMETERS : ['']) {
        await expectSense(app, { method, url: `${filled(url, parameter)}?limit=junk&cursor=%00`, headers });
      }
      if (!hasBody(method)) continue;
      for (const junk of JUNK_BODIES) {
        await expectSense(app, { method, url: filled(url, '1'), ...junk, headers: { ...junk.headers, ...headers } });
      }
    }
  });

  test.each(['PATCH', 'POST', 'DELETE', 'OPTIONS'] as const)(
    'tells %s on an address that has other methods',
    async (method) => {
      const { api } = await buildTestApp(freshSqlite);
      const answer = await api.inject({ method, url: '/api/health' });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD');
      expect(answer.json()).toMatchObject({ success: false, code: 'METHOD_NOT_ALLOWED' });
    },
  );

  test.each(['/api', '/api/', '/api/nothing', '/api/detections/1/nothing', '/api/%ZZ'])(
    'answers %s, which is no route',
    async (url) => {
      const { api } = await buildTestApp(freshSqlite);
      const answer = await api.inject({ url });
      expect([400, 404]).toContain(answer.statusCode);
      expect(answer.json()).toMatchObject({ success: false, message: expect.any(String), code: expect.any(String) });
    },
  );
});

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

function routesOf({ knownRoutes }: TestApp['api']): { method: Method; url: string }[] {
  return knownRoutes.flatMap(({ url, methods }) => methods.map((method) => ({ method: method as Method, url })));
}

function filled(url: string, parameter: string): string {
  return url.replace(/:[^/]+/g, parameter).replace('*', 'index.css');
}

function hasBody(method: Method): boolean {
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}

async function expectSense({ api }: TestApp, call: InjectOptions & { method: Method }): Promise<void> {
  const answer = await api.inject(call);
  expect(answer.statusCode, `${JSON.stringify(call)} answered ${answer.body.slice(0, 300)}`).toBeLessThan(500);
  if (answer.statusCode < 400 || call.method === 'HEAD') return;
  expect(answer.json()).toMatchObject({ success: false, message: expect.any(String), code: expect.any(String) });
}
