import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** Limits that the servers of one database count together; a single server keeps them in memory. */
export const sharedLimits: SchemaChange = async ({ kysely, dialect }) => {
  if (dialect === 'sqlite') return;
  // Unlogged: a crash may lose it, like memory, and writes do not wait for a disk.
  await sql`create unlogged table rate_limit (id text primary key, full_at float8 not null)`.execute(kysely);
  await sql`create index rate_limit_full on rate_limit (full_at)`.execute(kysely);
  await sql`create table familiar_network (id text primary key, at bigint not null)`.execute(kysely);
  await sql`create index familiar_network_at on familiar_network (at)`.execute(kysely);
};
