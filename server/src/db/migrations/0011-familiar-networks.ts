import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** Where accounts have been signed in to outlasts a restart of a single server, too, and each account has a few of its own. */
export const familiarNetworks: SchemaChange = async ({ kysely, dialect }) => {
  if (dialect === 'sqlite') {
    await sql`create table familiar_network (id text primary key, account text not null, at integer not null)`.execute(
      kysely,
    );
    await sql`create index familiar_network_at on familiar_network (at)`.execute(kysely);
  } else {
    // Of those noted before, nobody knows whose they are; they go by their age.
    await sql`alter table familiar_network add column account text not null default ''`.execute(kysely);
  }
  await sql`create index familiar_network_account on familiar_network (account, at)`.execute(kysely);
};
