import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** What the server that started last was set to, for those that share a PostgreSQL database to compare. */
export const sharedSettings: SchemaChange = async ({ kysely, dialect }) => {
  if (dialect === 'sqlite') return;
  await sql`create table shared_setting (name text primary key, value text not null)`.execute(kysely);
};
