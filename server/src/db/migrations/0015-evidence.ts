import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** Where in the frame the weapon is, its track and its model. */
export const evidence: SchemaChange = async ({ kysely }) => {
  await sql`alter table detection add column evidence text`.execute(kysely);
};
