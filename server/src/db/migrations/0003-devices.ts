import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

export const devices: SchemaChange = async ({ kysely }) => {
  await sql`create table device (
    id text primary key not null,
    name text not null,
    location text,
    key_hash text not null,
    created_at bigint not null,
    last_seen_at bigint
  )`.execute(kysely);
};
