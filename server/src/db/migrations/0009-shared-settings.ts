import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** The settings of the server that started last, for comparison by the servers of a PostgreSQL database. */
export const sharedSettings: SchemaChange = async ({ kysely, dialect }) => {
  if (dialect === 'sqlite') return;
  await sql`create table shared_setting (name text primary key, value text not null)`.execute(kysely);
};
