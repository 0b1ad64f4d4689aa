import type { Role } from '@vedette/contract/roles';
import { type Expression, type SqlBool, sql } from 'kysely';
import { type AuditActor, appendAudit, type NewAuditEntry } from '../../db/audit/append-audit.ts';
import type { Database } from '../../db/database.ts';
import type { AuthSessionTable, AuthUserTable } from '../../db/schema.ts';
import { keepAnAdministrator } from './last-administrator.ts';

export type PersonRow = Pick<AuthUserTable, 'id' | 'email' | 'emailVerified' | 'name' | 'createdAt'> & {
  role: Role;
  /** Milliseconds since the epoch; null while the person may come in. */
  suspendedAt: number | null;
};

export type PeoplePage = { search: string; after: string; limit: number };

export type PersonChange = {
  role?: Role | undefined;
  suspended?: boolean | undefined;
  now: number;
  by: AuditActor;
};

export type PeopleStore = {
  /** In the order of their mail addresses. */
  list: (page: PeoplePage) => Promise<{ rows: PersonRow[]; total: number }>;
  find: (id: string) => Promise<PersonRow | undefined>;
  findByEmail: (email: string) => Promise<PersonRow | undefined>;
  sessionsOf: (id: string) => Promise<AuthSessionTable[]>;
  /** A suspension ends all sessions. Returns false for an unknown person; throws CONFLICT for the last administrator. */
  change: (id: string, change: PersonChange) => Promise<boolean>;
  /** Ends one session of the person, or all. Returns how many there were. */
  endSessions: (id: string, which: { session?: string; by: AuditActor }) => Promise<number>;
};

const COLUMNS = ['id', 'email', 'emailVerified', 'name', 'createdAt', 'role', 'suspendedAt'] as const;

export function peopleStore({ kysely, dialect }: Database): PeopleStore {
  const people = () => kysely.selectFrom('auth_user');
  const moment = (ms: number) => (dialect === 'sqlite' ? new Date(ms).toISOString() : new Date(ms));

  return {
    async list({ search, after, limit }) {
      const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      const matches: Expression<SqlBool> = sql`(lower(email) like ${part} escape '\\' or lower(name) like ${part} escape '\\')`;
      const rows = await people()
        .select(COLUMNS)
        .where(matches)
        .where('email', '>', after)
        .orderBy('email')
        .limit(limit)
        .execute();
      const { total } = await people()
        .select(({ fn }) => fn.countAll().as('total'))
        .where(matches)
        .executeTakeFirstOrThrow();
      return { rows: rows.map(readRow), total: Number(total) };
    },

    async find(id) {
      const row = await people().select(COLUMNS).where('id', '=', id).executeTakeFirst();
      return row && readRow(row);
    },

    async findByEmail(email) {
      const row = await people().select(COLUMNS).where('email', '=', email.toLowerCase()).executeTakeFirst();
      return row && readRow(row);
    },

    sessionsOf: (id) =>
      kysely
        .selectFrom('auth_session')
        .selectAll()
        .where('userId', '=', id)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .execute(),

    change: (id, { role, suspended, now, by }) =>
      kysely.transaction().execute(async (transaction) => {
        // The transaction begins with a write, so that on SQLite it waits for the other thread.
        const before = await transaction
          .updateTable('auth_user')
          .set({ updatedAt: moment(now) })
          .where('id', '=', id)
          .returning(['email', 'role', 'suspendedAt'])
          .executeTakeFirst();
        if (before === undefined) return false;
        const newRole = role ?? before.role;
        const isSuspended = suspended ?? before.suspendedAt !== null;
        const suspendedAt = isSuspended ? (before.suspendedAt ?? now) : null;
        await transaction.updateTable('auth_user').set({ role: newRole, suspendedAt }).where('id', '=', id).execute();
        const wasAdministrator = before.role === 'administrator' && before.suspendedAt === null;
        if (wasAdministrator && (newRole !== 'administrator' || isSuspended)) {
          await keepAnAdministrator(transaction, dialect);
        }
        if (isSuspended) await transaction.deleteFrom('auth_session').where('userId', '=', id).execute();
        const about = { actor: by, subject: `account:${before.email}`, at: now };
        const entries: NewAuditEntry[] = [];
        if (newRole !== before.role) {
          entries.push({ kind: 'account.role-changed', ...about, details: { from: before.role, to: newRole } });
        }
        if (isSuspended !== (before.suspendedAt !== null)) {
          entries.push({ kind: isSuspended ? 'account.suspended' : 'account.admitted', ...about });
        }
        await appendAudit(transaction, entries);
        return true;
      }),

    endSessions: (id, { session, by }) =>
      kysely.transaction().execute(async (transaction) => {
        let ending = transaction.deleteFrom('auth_session').where('userId', '=', id);
        if (session !== undefined) ending = ending.where('id', '=', session);
        const { numDeletedRows } = await ending.executeTakeFirstOrThrow();
        const ended = Number(numDeletedRows);
        const person = await transaction
          .selectFrom('auth_user')
          .select('email')
          .where('id', '=', id)
          .executeTakeFirst();
        if (ended > 0 && person !== undefined) {
          const subject = `account:${person.email}`;
          await appendAudit(transaction, {
            kind: 'account.signed-out',
            actor: by,
            subject,
            details: { sessions: ended },
          });
        }
        return ended;
      }),
  };
}

/** PostgreSQL's bigint arrives as text. */
function readRow(row: Omit<PersonRow, 'suspendedAt'> & { suspendedAt: number | string | null }): PersonRow {
  return { ...row, suspendedAt: row.suspendedAt === null ? null : Number(row.suspendedAt) };
}
