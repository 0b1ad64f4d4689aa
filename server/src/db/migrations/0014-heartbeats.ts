import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** The last heartbeat of each device. */
export const heartbeats: SchemaChange = async ({ kysely }) => {
  await sql`alter table device add column heartbeat text`.execute(kysely);
  await sql`alter table device add column heartbeat_at bigint`.execute(kysely);
  await sql`alter table device add column heartbeat_state_since bigint`.execute(kysely);
};
