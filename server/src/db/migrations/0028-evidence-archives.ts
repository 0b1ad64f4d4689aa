import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** The key that signs evidence, and a way to the audit rows about one incident or detection. */
export const evidenceArchives: SchemaChange = async ({ kysely }) => {
  for (const statement of [
    sql`create table evidence_key (
      id smallint primary key check (id = 1),
      private_key text not null,
      public_key text not null,
      created_at bigint not null
    )`,
    sql`create index audit_about on audit (subject, id)`,
  ]) {
    await statement.execute(kysely);
  }
};
