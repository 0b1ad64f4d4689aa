import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** Invitations that nobody has accepted: at most one for each address. */
export const invitations: SchemaChange = async ({ kysely }) => {
  await sql`create table invitation (
    id text primary key not null,
    email text not null unique,
    role text not null,
    token_hash text not null unique,
    invited_by text not null,
    invited_by_id text references auth_user (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null
  )`.execute(kysely);
};
