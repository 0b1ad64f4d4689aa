import { randomUUID } from 'node:crypto';
import type { Role } from '@vedette/contract/roles';
import { sessionCookieName, signatureOf } from '../../src/accounts/sessions/session-cookie.ts';
import type { Database } from '../../src/db/database.ts';

/** The headers of a signed-in guard's browser. */
export type Guard = { cookie: string; origin: string };

type Parts = {
  email: string;
  /** Counts with TEAM only. */
  role?: Role;
  /** The library's hash of the password; without it this user cannot sign in by the form. */
  passwordHash?: string;
  database: Database;
  baseUrl: string;
  secret: string;
  now: number;
};

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Inserts a user and a session like the identity library, without its slow password hash. The tests of the session reader
 * verify that such sessions equal those of the library.
 */
export async function signInAs({
  email,
  role = 'administrator',
  passwordHash,
  database,
  baseUrl,
  secret,
  now,
}: Parts): Promise<Guard> {
  const { kysely, dialect } = database;
  const moment = (ms: number) => (dialect === 'sqlite' ? new Date(ms).toISOString() : new Date(ms));
  const stamps = { createdAt: moment(now), updatedAt: moment(now) };
  const userId = randomUUID();
  const token = randomUUID();
  await kysely
    .insertInto('auth_user')
    .values({
      id: userId,
      name: '',
      email,
      role,
      emailVerified: dialect === 'sqlite' ? 0 : false,
      image: null,
      ...stamps,
    })
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
