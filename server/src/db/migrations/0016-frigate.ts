import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** The cameras of Frigate that became devices, also revoked ones, and how far its lists of events were read. */
export const frigate: SchemaChange = async ({ kysely, dialect }) => {
  const seconds = dialect === 'sqlite' ? sql`real` : sql`double precision`;
  await sql`create table frigate_camera (device_id text primary key, prefix text not null)`.execute(kysely);
  await sql`create table frigate_list (
    prefix text primary key,
    since ${seconds} not null,
    read_to ${seconds} not null
  )`.execute(kysely);
};
