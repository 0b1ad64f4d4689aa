import { may, type Role } from '@vedette/contract/roles';
import { type Expression, type SqlBool, sql } from 'kysely';
import { type AuditActor, appendAudit, type NewAuditEntry } from '../../db/audit/append-audit.ts';
import type { Database } from '../../db/database.ts';
import type { AuthSessionTable, AuthUserTable } from '../../db/tables/account.ts';
import { withdrawInvitationsOf } from '../invitations/withdraw-invitations.ts';
import { lockAccount, noteSecondFactor } from '../second-factor/note-second-factor.ts';
import { keepAnAdministrator } from './last-administrator.ts';

export type PersonRow = Pick<AuthUserTable, 'id' | 'email' | 'emailVerified' | 'name' | 'createdAt'> & {
  twoFactorEnabled: boolean | number;
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
  /** A suspension ends all sessions, revokes all API tokens and ends the duty, as does a role that has none. Returns false for an unknown person; throws CONFLICT for the last administrator. */
  change: (id: string, change: PersonChange) => Promise<boolean>;
  /** Removes the authenticator app and all passkeys, and ends all sessions. Returns false for an unknown person. */
  resetSecondFactor: (id: string, reset: { now: number; by: AuditActor }) => Promise<boolean>;
  /** Ends one session of the person, or all. Returns how many there were. */
  endSessions: (id: string, which: { session?: string; now: number; by: AuditActor }) => Promise<number>;
};

const COLUMNS = [
  'id',
  'email',
  'emailVerified',
  'name',
  'createdAt',
  'role',
  'suspendedAt',
  'twoFactorEnabled',
] as const;

export function peopleStore({ kysely, dialect }: Database): PeopleStore {
  const people = () => kysely.selectFrom('auth_user');
  const moment = (ms: number) => (dialect === 'sqlite' ? new Date(ms).toISOString() : new Date(ms));

  return {
    async list({ search, after, limit }) {
      // An address order is walked by its index; a search reads the accounts of a site, which are few.
      const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      const matches: Expression<SqlBool> =
        search === ''
          ? sql`true`
          : sql`(lower(email) like ${part} escape '\\' or lower(name) like ${part} escape '\\')`;
      const rows = await people()
        .select(COLUMNS)
        .where(matches)
        .where('email', '>', after)
        .orderBy('email')
        .limit(limit)
        .execute();
      const { total } = await people()
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where(matches)
        .executeTakeFirstOrThrow();
      return { rows, total };
    },

    find: (id) => people().select(COLUMNS).where('id', '=', id).executeTakeFirst(),

    findByEmail: (email) => people().select(COLUMNS).where('email', '=', email.toLowerCase()).executeTakeFirst(),

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
        await transaction
          .updateTable('auth_user')
          .set({ role: newRole, suspendedAt, ...(isSuspended && { signedOutAt: now }) })
          .where('id', '=', id)
          .execute();
        const wasAdministrator = before.role === 'administrator' && before.suspendedAt === null;
        if (wasAdministrator && (newRole !== 'administrator' || isSuspended)) {
          await keepAnAdministrator(transaction, dialect);
        }
        const about = { actor: by, subject: `account:${before.email}`, at: now };
        const mayInvite = !isSuspended && may(newRole, 'people.manage');
        const entries = mayInvite ? [] : await withdrawInvitationsOf(transaction, id, by);
        if (isSuspended) {
          await transaction.deleteFrom('auth_session').where('userId', '=', id).execute();
          const tokens = await transaction
            .deleteFrom('api_token')
            .where('user_id', '=', id)
            .returning(['id', 'name'])
            .execute();
          entries.push(
            ...tokens.map(({ name, ...token }): NewAuditEntry => {
              const details = { ...token, name, account: id, email: before.email };
              return { kind: 'token.revoked', actor: by, subject: `token:${token.id}`, details, at: now };
            }),
          );
        }
        if (isSuspended || !may(newRole, 'duty.take')) {
          await transaction
            .updateTable('duty')
            .set({ until: now })
            .where('user_id', '=', id)
            .where('until', 'is', null)
            .execute();
        }
        if (newRole !== before.role) {
          entries.push({ kind: 'account.role-changed', ...about, details: { from: before.role, to: newRole } });
        }
        if (isSuspended !== (before.suspendedAt !== null)) {
          entries.push({ kind: isSuspended ? 'account.suspended' : 'account.admitted', ...about });
        }
        await appendAudit(transaction, entries);
        return true;
      }),

    resetSecondFactor: (id, { now, by }) =>
      kysely.transaction().execute(async (transaction) => {
        const email = await lockAccount(transaction, id);
        if (email === undefined) return false;
        await transaction.deleteFrom('auth_two_factor').where('userId', '=', id).execute();
        await transaction.deleteFrom('auth_passkey').where('userId', '=', id).execute();
        await noteSecondFactor(transaction, id);
        await transaction.updateTable('auth_user').set({ signedOutAt: now }).where('id', '=', id).execute();
        const { numDeletedRows } = await transaction
          .deleteFrom('auth_session')
          .where('userId', '=', id)
          .executeTakeFirstOrThrow();
        await appendAudit(transaction, {
          ...{ kind: 'second-factor.reset', actor: by, subject: `account:${email}` },
          details: { account: id, sessions: Number(numDeletedRows) },
          at: now,
        });
        return true;
      }),

    endSessions: (id, { session, now, by }) =>
      kysely.transaction().execute(async (transaction) => {
        // The row of the account first, as other changes lock it, so that none waits for the other.
        const person = await transaction
          .updateTable('auth_user')
          .set({ updatedAt: moment(now) })
          .where('id', '=', id)
          .returning('email')
          .executeTakeFirst();
        if (person === undefined) return 0;
        let ending = transaction.deleteFrom('auth_session').where('userId', '=', id);
        if (session !== undefined) ending = ending.where('id', '=', session);
        const { numDeletedRows } = await ending.executeTakeFirstOrThrow();
        const ended = Number(numDeletedRows);
        // A browser without a session may still hold an ID token.
        if (ended === 0 && session !== undefined) return 0;
        await transaction.updateTable('auth_user').set({ signedOutAt: now }).where('id', '=', id).execute();
        const subject = `account:${person.email}`;
        await appendAudit(transaction, {
          kind: 'account.signed-out',
          actor: by,
          subject,
          details: { sessions: ended },
        });
        return ended;
      }),
  };
}
