import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** Makes changes of one person's second factors wait for each other. Returns the mail address. */
export async function lockAccount(transaction: Kysely<Schema>, userId: string): Promise<string | undefined> {
  const user = await transaction
    .updateTable('auth_user')
    .set(({ ref }) => ({ updatedAt: ref('updatedAt') }))
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirst();
  return user?.email;
}

/**
 * Notes with the account whether it has a second factor, which a sign-in then asks for. Called in the transaction that
 * changed the authenticator app or the passkeys, after `lockAccount`.
 */
export async function noteSecondFactor(transaction: Kysely<Schema>, userId: string): Promise<boolean> {
  const noted = await transaction
    .updateTable('auth_user')
    .set({
      twoFactorEnabled: sql<boolean>`exists (select 1 from auth_passkey where "userId" = ${userId})
        or exists (select 1 from auth_two_factor where "userId" = ${userId} and verified)`,
    })
    .where('id', '=', userId)
    .returning('twoFactorEnabled')
    .executeTakeFirst();
  return Boolean(noted?.twoFactorEnabled);
}
