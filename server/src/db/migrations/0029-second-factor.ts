import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** The tables of better-auth's plugins twoFactor and passkey, as they name and type them, with two columns of ours. */
export const secondFactor: SchemaChange = async ({ kysely, dialect }) => {
  const moment = dialect === 'sqlite' ? sql`date` : sql`timestamptz`;
  const truth = dialect === 'sqlite' ? sql`integer` : sql`boolean`;
  const no = dialect === 'sqlite' ? sql`0` : sql`false`;

  for (const statement of [
    sql`alter table auth_user add column "twoFactorEnabled" ${truth} not null default ${no}`,

    sql`create table auth_two_factor (
      id text primary key not null,
      secret text not null,
      "backupCodes" text not null,
      "userId" text not null unique references auth_user (id) on delete cascade,
      verified ${truth} not null,
      "failedVerificationCount" integer not null default 0,
      "lockedUntil" ${moment},
      "lastUsedStep" bigint
    )`,

    // The counter of an authenticator has 32 bits without a sign.
    sql`create table auth_passkey (
      id text primary key not null,
      name text,
      "publicKey" text not null,
      "userId" text not null references auth_user (id) on delete cascade,
      "credentialID" text not null unique,
      counter bigint not null,
      "deviceType" text not null,
      "backedUp" ${truth} not null,
      transports text,
      "createdAt" ${moment},
      aaguid text,
      "lastUsedAt" bigint
    )`,
    sql`create index "auth_passkey_userId_idx" on auth_passkey ("userId")`,
  ]) {
    await statement.execute(kysely);
  }
};
