import { sql } from 'kysely';
import type { SchemaChange } from '../schema-change.ts';

/** The indexes by which the audit log is read, newest first: of all, of a kind, of who did it, and of what it is about. */
export const auditReads: SchemaChange = async ({ kysely }) => {
  for (const statement of [
    sql`create index audit_newest on audit (at, id)`,
    sql`create index audit_of_kind on audit (kind, at, id)`,
    sql`create index audit_of_actor on audit (actor_name, at, id) where actor_name is not null`,
    sql`create index audit_of_actor_and_kind on audit (actor_name, kind, at, id) where actor_name is not null`,
    sql`create index audit_of_subject on audit (subject, at, id) where subject is not null`,
  ]) {
    await statement.execute(kysely);
  }
};
