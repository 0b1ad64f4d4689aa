import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

export const otherLabels: SchemaChange = async ({ kysely }) => {
  await sql`alter table detection add column other_labels smallint not null default 0`.execute(kysely);
  await sql`alter table device add column other_labels smallint not null default 0`.execute(kysely);
};
