import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** Stores the networks of sign-ins for each account, so that they survive a restart. */
export const familiarNetworks: SchemaChange = async ({ kysely, dialect }) => {
  if (dialect === 'sqlite') {
    await sql`create table familiar_network (id text primary key, account text not null, at integer not null)`.execute(
      kysely,
    );
    await sql`create index familiar_network_at on familiar_network (at)`.execute(kysely);
  } else {
    // The account of earlier rows is unknown; they are deleted by age.
    await sql`alter table familiar_network add column account text not null default ''`.execute(kysely);
  }
  await sql`create index familiar_network_account on familiar_network (account, at)`.execute(kysely);
};
