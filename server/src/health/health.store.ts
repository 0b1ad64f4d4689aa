import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Throws when the database does not answer. */
export async function askDatabase({ kysely }: Database): Promise<void> {
  await sql`select 1`.execute(kysely);
}
