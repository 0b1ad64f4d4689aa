import { expect, test } from 'vitest';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { linkIn, mailOf, outboxOf } from '../../test/doubles/mailbox.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { aVisitor, sessionOf, signedUp } from '../../test/servers/visitor.ts';

onBothDatabases('an address', (fresh) => {
  test('is verified by the link that is mailed at sign-up', async () => {
    const app = await buildTestApp(fresh);
    const ana = await signedUp(app);
    expect(await sessionOf(ana)).toMatchObject({ user: { emailVerified: false } });
    const { origin, pathname, search } = linkIn(await mailOf(app, 'verification'));
    expect(origin).toBe('http://localhost:8080');
    const elsewhere = aVisitor(app);
    const answer = await elsewhere.get(pathname + search);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, 'http://localhost:8080/?verification=done']);
    // The link does not sign its reader in.
    expect(elsewhere.cookies()).toEqual([]);
    expect(await sessionOf(ana)).toMatchObject({ user: { emailVerified: true } });
  });

  test('can request its link again until it is verified', async () => {
    const app = await buildTestApp(fresh);
    const ana = await signedUp(app);
    expect((await ana.post('/auth/send-verification-email')).json()).toMatchObject({ success: true });
    expect(await outboxOf(app)).toHaveLength(2);
    const { pathname, search } = linkIn(await mailOf(app, 'verification'));
    await ana.get(pathname + search);
    expect((await ana.post('/auth/send-verification-email')).statusCode).toBe(200);
    expect(await outboxOf(app)).toHaveLength(2);
  });
});

test.each(['made-up', 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImFuYUBnbWFpbC5jb20ifQ.', '%00'])(
  'an address is not verified by %s',
  async (token) => {
    const app = await buildTestApp(freshSqlite);
    const ana = await signedUp(app);
    const answer = await ana.get(`/api/auth/verify-email?token=${token}&callbackURL=https://evil.example`);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, 'http://localhost:8080/?verification=failed']);
    expect(await sessionOf(ana)).toMatchObject({ user: { emailVerified: false } });
  },
);

test.each(['', '?token=', '?token=a&token=b', `?token=${'x'.repeat(2_001)}`])(
  'a damaged link, %s, redirects to a page',
  async (query) => {
    const app = await buildTestApp(freshSqlite);
    const answer = await aVisitor(app).get(`/api/auth/verify-email${query}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, 'http://localhost:8080/?verification=failed']);
  },
);

test('a link that cannot be checked now redirects to a page, and the cause is logged', async () => {
  const app = await buildTestApp(freshSqlite);
  app.expectLogLine(/an address could not be verified/);
  app.dependencies.identity.handle = () => Promise.reject(new Error('the database is away'));
  const answer = await aVisitor(app).get('/api/auth/verify-email?token=x');
  expect(answer.headers.location).toBe('http://localhost:8080/?verification=failed');
});
