import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { apiError } from '../../http/errors.ts';

/**
 * Throws CONFLICT when nobody but this user is an administrator who may come in. Called in the transaction that takes the
 * right away, after it has written, so that two administrators cannot take it from each other at the same time.
 */
export async function keepAnAdministrator(
  transaction: Kysely<Schema>,
  { userId, dialect }: { userId: string; dialect: Database['dialect'] },
): Promise<void> {
  if (dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtext('last administrator'))`.execute(transaction);
  const other = await transaction
    .selectFrom('auth_user')
    .select('id')
    .where('role', '=', 'administrator')
    .where('suspendedAt', 'is', null)
    .where('id', '!=', userId)
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) throw apiError('CONFLICT', 'This is the last administrator: make somebody else one first');
}
