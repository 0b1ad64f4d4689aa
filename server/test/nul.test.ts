import { expect, test } from 'vitest';
import { connectCamera } from './data/camera.ts';
import { freshSqlite, onBothDatabases } from './data/on-both-databases.ts';
import { aReport, asJpeg, asJson } from './data/reports.ts';
import { buildTestApp, TEST_ORIGIN } from './servers/build-test-app.ts';
import { aVisitor, PASSWORD } from './servers/visitor.ts';

const REFUSED = { success: false, code: 'BAD_REQUEST', message: expect.stringContaining('U+0000') };
const NUL = 'a\u0000b';

onBothDatabases('the character U+0000', (fresh) => {
  test('is refused in every path and query', async () => {
    const app = await buildTestApp(fresh);
    const headers = await app.signIn();
    for (const { url, methods } of app.api.knownRoutes) {
      const paths = [`${url.replace('*', 'x').replaceAll(/:\w+/g, '1')}?token=a%00b&text=%00`];
      if (/[:*]/.test(url)) paths.push(url.replaceAll(/:\w+|\*/g, 'a%00b'));
      for (const method of methods) {
        for (const path of paths) {
          // A device has no session, and its route has no parameters.
          if (url.startsWith('/api/ingest')) continue;
          const answer = await app.api.inject({ method: method as 'GET', url: path, headers });
          if (url === '/api/auth/verify-email') {
            // A broken mailed link redirects to a page, because people do not read JSON.
            expect(answer.headers.location).toMatch(/verification=failed$/);
            continue;
          }
          expect([method, path, answer.statusCode]).toEqual([method, path, 400]);
          if (method !== 'HEAD') expect(answer.json()).toMatchObject(REFUSED);
        }
      }
    }
    const nowhere = await app.api.inject('/nowhere%00/at-all');
    expect([nowhere.statusCode, nowhere.json()]).toMatchObject([400, REFUSED]);
  });

  test.each([
    ['/auth/sign-up/email', 'name', { email: 'ana@gmail.com', password: PASSWORD, name: NUL }],
    ['/auth/sign-up/email', 'email', { email: `${NUL}@gmail.com`, password: PASSWORD }],
    ['/auth/sign-in/email', 'email', { email: `${NUL}@gmail.com`, password: PASSWORD }],
    ['/auth/sign-in/email', 'password', { email: 'ana@gmail.com', password: NUL }],
    ['/auth/request-password-reset', 'email', { email: `ana@gmail.com\u0000` }],
    ['/auth/reset-password', 'token', { token: NUL, newPassword: PASSWORD }],
    ['/auth/sign-in/social', 'provider', { provider: NUL, flow: 'flow-of-this-very-popup' }],
    ['/contact', 'message', { name: 'Ana', email: 'ana@gmail.com', message: NUL }],
    ['/contact', 'more.0.key', { more: [{ key: NUL }] }],
  ])('is refused in what %s is sent as %s', async (path, field, body) => {
    const app = await buildTestApp(fresh);
    const answer = await aVisitor(app).post(path, body);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { ...REFUSED, field }]);
  });

  test('in a cookie opens no session, and in a report is refused', async () => {
    const app = await buildTestApp(fresh);
    const { cookie } = await app.signIn();
    for (const wrong of ['vedette.session_token=%00.%00', cookie.replace('=', '=%00')]) {
      const answer = await app.api.inject({ url: '/api/devices', headers: { cookie: wrong } });
      expect(answer.statusCode).toBe(401);
    }
    const camera = await connectCamera(app);
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
    for (const body of [asJson(aReport({ event_id: NUL }), null), asJpeg(aReport({ event_id: NUL }), jpeg)]) {
      expect((await camera.send(body)).status).toBe(400);
    }
  });

  test('is accepted as escaped text', async () => {
    const app = await buildTestApp(fresh);
    const written = { name: 'Ana', email: 'ana@gmail.com', message: 'The escape \\u0000 and %00 are only text' };
    expect((await aVisitor(app).post('/contact', written)).statusCode).toBe(201);
  });
});

test('a body of many nested lists is checked without a stack overflow', async () => {
  const app = await buildTestApp(freshSqlite);
  const depth = 30_000;
  const payload = `${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`;
  const headers = { 'content-type': 'application/json', origin: TEST_ORIGIN };
  const answer = await app.api.inject({ method: 'POST', url: '/api/contact', payload, headers });
  expect(answer.statusCode).toBe(400);
});
