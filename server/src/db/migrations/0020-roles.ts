import { sql } from 'kysely';
import { SESSIONS_CHANNEL } from '../channels.ts';
import type { SchemaChange } from '../schema-change.ts';

/** Roles and suspension of people. Triggers make the first account an administrator, whoever inserts it. */
export const roles: SchemaChange = async ({ kysely, dialect }) => {
  const statements = [
    sql`alter table auth_user add column role text not null default 'guard'`,
    sql`alter table auth_user add column "suspendedAt" bigint`,
    ...(dialect === 'sqlite'
      ? [
          sql`create trigger first_administrator after insert on auth_user
            when not exists (select 1 from auth_user where id <> new.id)
            begin update auth_user set role = 'administrator' where id = new.id; end`,
        ]
      : [
          // The lock makes two first sign-ups wait for each other.
          sql`create function set_first_administrator() returns trigger language plpgsql as $$
            begin
              perform pg_advisory_xact_lock(hashtext('first administrator'));
              if not exists (select from auth_user) then new.role := 'administrator'; end if;
              return new;
            end $$`,
          sql`create trigger first_administrator before insert on auth_user
            for each row execute function set_first_administrator()`,
          sql`create function tell_of_suspended_user() returns trigger language plpgsql as $$
            begin perform pg_notify(${sql.lit(SESSIONS_CHANNEL)}, ''); return null; end $$`,
          sql`create trigger suspended_user after update of "suspendedAt" on auth_user
            for each statement execute function tell_of_suspended_user()`,
        ]),
  ];
  for (const statement of statements) await statement.execute(kysely);
};
