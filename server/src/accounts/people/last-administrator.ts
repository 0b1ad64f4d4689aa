import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { apiError } from '../../http/errors.ts';

/** Whether somebody who may come in is an administrator. */
export async function isAdministered(kysely: Kysely<Schema>): Promise<boolean> {
  const administrator = await kysely
    .selectFrom('auth_user')
    .select('id')
    .where('role', '=', 'administrator')
    .where('suspendedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return administrator !== undefined;
}

/**
 * Throws CONFLICT when no administrator is left. Called in the transaction that takes the right away, after it has written,
 * so that two administrators cannot take it from each other at the same time.
 */
export async function keepAnAdministrator(transaction: Kysely<Schema>, dialect: Database['dialect']): Promise<void> {
  if (dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtext('last administrator'))`.execute(transaction);
  if (!(await isAdministered(transaction)))
    throw apiError('CONFLICT', 'This is the last administrator: make somebody else one first');
}
