import { sql } from 'kysely';
import { DEVICES_CHANNEL, SESSIONS_CHANNEL } from '../channels.ts';
import type { SchemaChange } from '../schema-change.ts';

/**
 * Servers that share a PostgreSQL database must learn of each other's revocations within a second. Triggers notify them, so
 * that changes by the identity library and by an operator at the console are included.
 */
export const revocations: SchemaChange = async ({ kysely, dialect }) => {
  if (dialect === 'sqlite') return;
  for (const statement of [
    sql`create function tell_of_changed_device() returns trigger language plpgsql as $$
      begin perform pg_notify(${sql.lit(DEVICES_CHANNEL)}, old.id); return null; end $$`,
    sql`create trigger changed_device after delete or update of key_hash, name, location on device
      for each row execute function tell_of_changed_device()`,
    sql`create function tell_of_ended_sessions() returns trigger language plpgsql as $$
      begin perform pg_notify(${sql.lit(SESSIONS_CHANNEL)}, ''); return null; end $$`,
    sql`create trigger ended_sessions after delete on auth_session
      for each statement execute function tell_of_ended_sessions()`,
  ]) {
    await statement.execute(kysely);
  }
};
