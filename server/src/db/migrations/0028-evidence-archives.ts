import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** The key that signs evidence. */
export const evidenceArchives: SchemaChange = async ({ kysely }) => {
  await sql`create table evidence_key (
    id smallint primary key check (id = 1),
    private_key text not null,
    public_key text not null,
    created_at bigint not null
  )`.execute(kysely);
};
