import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** When an account was last signed out by somebody. */
export const signedOutAt: SchemaChange = async ({ kysely }) => {
  await sql`alter table auth_user add column "signedOutAt" bigint`.execute(kysely);
};
