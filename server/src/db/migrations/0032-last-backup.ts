import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** When the command `backup` succeeded last, in one row. */
export const lastBackup: SchemaChange = async ({ kysely }) => {
  await sql`create table last_backup (
    id integer primary key check (id = 1),
    at bigint not null,
    detections bigint not null,
    frames bigint not null
  )`.execute(kysely);
};
