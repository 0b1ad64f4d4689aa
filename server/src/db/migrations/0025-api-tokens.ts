import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** Tokens with which scripts act for a person. */
export const apiTokens: SchemaChange = async ({ kysely }) => {
  for (const statement of [
    sql`create table api_token (
      id text primary key not null,
      user_id text not null references auth_user (id) on delete cascade,
      name text not null,
      scope text not null,
      hash text not null,
      created_at bigint not null,
      expires_at bigint not null,
      last_used_at bigint
    )`,
    sql`create index api_token_of_user on api_token (user_id, created_at)`,
  ]) {
    await statement.execute(kysely);
  }
};
