import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** better-auth's tables, as that library names and types them: a test asks the library whether it misses anything. */
export const accounts: SchemaChange = async ({ kysely, dialect }) => {
  const moment = dialect === 'sqlite' ? sql`date` : sql`timestamptz`;
  const truth = dialect === 'sqlite' ? sql`integer` : sql`boolean`;

  for (const statement of [
    sql`create table auth_user (
      id text primary key not null,
      name text not null,
      email text not null unique,
      "emailVerified" ${truth} not null,
      image text,
      "createdAt" ${moment} not null,
      "updatedAt" ${moment} not null
    )`,

    sql`create table auth_session (
      id text primary key not null,
      token text not null unique,
      "userId" text not null references auth_user (id) on delete cascade,
      "expiresAt" ${moment} not null,
      "ipAddress" text,
      "userAgent" text,
      "createdAt" ${moment} not null,
      "updatedAt" ${moment} not null
    )`,
    sql`create index "auth_session_userId_idx" on auth_session ("userId")`,

    sql`create table auth_account (
      id text primary key not null,
      "userId" text not null references auth_user (id) on delete cascade,
      "providerId" text not null,
      "accountId" text not null,
      password text,
      scope text,
      "accessToken" text,
      "refreshToken" text,
      "idToken" text,
      "accessTokenExpiresAt" ${moment},
      "refreshTokenExpiresAt" ${moment},
      "createdAt" ${moment} not null,
      "updatedAt" ${moment} not null
    )`,
    sql`create index "auth_account_userId_idx" on auth_account ("userId")`,
    // Two sign-ins at once must not make two accounts of one identity.
    sql`create unique index auth_account_identity on auth_account ("providerId", "accountId")`,

    sql`create table auth_verification (
      id text primary key not null,
      identifier text not null,
      value text not null,
      "expiresAt" ${moment} not null,
      "createdAt" ${moment} not null,
      "updatedAt" ${moment} not null
    )`,
    sql`create index "auth_verification_identifier_idx" on auth_verification (identifier)`,
  ]) {
    await statement.execute(kysely);
  }
};
