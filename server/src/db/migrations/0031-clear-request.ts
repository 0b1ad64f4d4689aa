import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** The one request to clear all detections that waits for a second person. */
export const clearRequest: SchemaChange = async ({ kysely }) => {
  await sql`create table clear_request (
    only_one integer primary key not null check (only_one = 1),
    user_id text not null references auth_user (id) on delete cascade,
    email text not null,
    requested_at bigint not null,
    expires_at bigint not null
  )`.execute(kysely);
};
