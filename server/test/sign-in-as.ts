import { randomUUID } from 'node:crypto';
import { sessionCookieName, signatureOf } from '../src/accounts/sessions/session-cookie.ts';
import type { Database } from '../src/db/database.ts';

/** What a signed-in guard's browser sends along. */
export type Guard = { cookie: string; origin: string };

type Parts = {
  email: string;
  /** The library's hash of the password; without one nobody can sign in as this user by the form. */
  passwordHash?: string;
  database: Database;
  baseUrl: string;
  secret: string;
  now: number;
};

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * A user and a session as the identity library would have written them, without its slow password hash. That the server
 * takes the library's own sessions for the same is held by the session reader's tests.
 */
export async function signInAs({ email, passwordHash, database, baseUrl, secret, now }: Parts): Promise<Guard> {
  const { kysely, dialect } = database;
  const moment = (ms: number) => (dialect === 'sqlite' ? new Date(ms).toISOString() : new Date(ms));
  const stamps = { createdAt: moment(now), updatedAt: moment(now) };
  const userId = randomUUID();
  const token = randomUUID();
  await kysely
    .insertInto('auth_user')
    .values({ id: userId, name: '', email, emailVerified: dialect === 'sqlite' ? 0 : false, image: null, ...stamps })
    .execute();
  await kysely
    .insertInto('auth_session')
    .values({
      id: randomUUID(),
      token,
      userId,
      expiresAt: moment(now + WEEK_MS),
      ipAddress: null,
      userAgent: null,
      ...stamps,
    })
    .execute();
  if (passwordHash !== undefined) {
    await kysely
      .insertInto('auth_account')
      .values({
        id: randomUUID(),
        userId,
        providerId: 'credential',
        accountId: userId,
        password: passwordHash,
        ...stamps,
      })
      .execute();
  }
  const name = sessionCookieName({ https: baseUrl.startsWith('https:') });
  return { cookie: `${name}=${encodeURIComponent(`${token}.${signatureOf(token, secret)}`)}`, origin: baseUrl };
}
