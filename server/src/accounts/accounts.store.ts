import { randomUUID } from 'node:crypto';
import type { Role } from '@vedette/contract/roles';
import { type AuditActor, appendAudit, recordAudit } from '../db/audit/append-audit.ts';
import type { Database } from '../db/database.ts';
import type { AuthUserTable } from '../db/tables/account.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { withdrawInvitationsOf } from './invitations/withdraw-invitations.ts';
import { isAdministered, keepAnAdministrator } from './people/last-administrator.ts';
import { mustHaveSecondFactor } from './second-factor/second-factor.rules.ts';

export type AccountRow = Pick<AuthUserTable, 'id' | 'name' | 'email' | 'emailVerified' | 'image'> & {
  /** Undefined without TEAM. */
  role: Role | undefined;
  /** Whether an administrator keeps the person out. */
  suspended: boolean;
  /** Whether the role must have a second factor, and the person has none. */
  lacksSecondFactor: boolean;
  /** The ids of the identity library. */
  providers: readonly string[];
};

/** `by` goes to the audit log, in the transaction of the change. */
export type AccountStore = {
  /** Whether any account exists. */
  any: () => Promise<boolean>;
  /** Whether somebody who may come in is an administrator. */
  anyAdministrator: () => Promise<boolean>;
  find: (userId: string) => Promise<AccountRow | undefined>;
  /** The new address is unverified, and links mailed to the old one end. Returns false when another account has the address. */
  changeEmail: (userId: string, change: { email: string; now: number; by?: AuditActor }) => Promise<boolean>;
  /** Sets the password, ends all other sessions and every mailed link. Returns false when the account does not exist. */
  setPassword: (
    userId: string,
    change: { hash: string; keepSession: string; now: number; by?: AuditActor },
  ) => Promise<boolean>;
  /** Deletes the account's links to set a new password, and its sign-ins that wait for a second factor. */
  forgetResets: (userId: string) => Promise<void>;
  /** Deletes all but the newest of these links of the account with this address, if it exists. */
  keepNewestResetsOf: (email: string) => Promise<void>;
  /** Writes it to the audit log, under the address that was typed. */
  noteFailedSignIn: (attempt: { email: string; address: string; reason: string }) => Promise<void>;
  /** Deletes all rows of the account. With TEAM it throws CONFLICT for the last administrator. */
  erase: (userId: string, by?: AuditActor) => Promise<void>;
};

/** The identity library's name of accounts with a password. */
export const PASSWORD_PROVIDER = 'credential';
/** More links than strangers can request within the hour in which one is valid, so that none of the owner's is deleted. */
const MOST_RESETS = 60;

type Options = {
  /** Whether people have roles. */
  team: boolean;
  /** The least role that must have a second factor. */
  secondFactor: 'optional' | Role;
};

export function accountStore({ kysely, dialect }: Database, { team, secondFactor }: Options): AccountStore {
  const moment = (ms: number) => (dialect === 'sqlite' ? new Date(ms).toISOString() : new Date(ms));
  const no = dialect === 'sqlite' ? 0 : false;

  async function forgetResets(userId: string, on = kysely): Promise<void> {
    await on.deleteFrom('auth_verification').where('value', '=', userId).execute();
  }

  return {
    any: async () => (await kysely.selectFrom('auth_user').select('id').limit(1).executeTakeFirst()) !== undefined,

    anyAdministrator: () => isAdministered(kysely),

    async find(userId) {
      const user = await kysely
        .selectFrom('auth_user')
        .select(['id', 'name', 'email', 'emailVerified', 'image', 'role', 'suspendedAt', 'twoFactorEnabled'])
        .where('id', '=', userId)
        .executeTakeFirst();
      if (user === undefined) return undefined;
      const accounts = await kysely
        .selectFrom('auth_account')
        .select('providerId')
        .distinct()
        .where('userId', '=', userId)
        .orderBy('providerId')
        .execute();
      const { suspendedAt, twoFactorEnabled, ...columns } = user;
      const role = team ? user.role : undefined;
      return {
        ...columns,
        role,
        suspended: suspendedAt !== null,
        lacksSecondFactor: !twoFactorEnabled && mustHaveSecondFactor(role, secondFactor),
        providers: accounts.map(({ providerId }) => providerId),
      };
    },

    changeEmail: (userId, { email, now, by = null }) =>
      kysely
        .transaction()
        .execute(async (transaction) => {
          await transaction
            .updateTable('auth_user')
            .set({ email, emailVerified: no, updatedAt: moment(now) })
            .where('id', '=', userId)
            .execute();
          await forgetResets(userId, transaction);
          await appendAudit(transaction, {
            kind: 'account.email-changed',
            ...{ actor: by, subject: `account:${by?.name ?? userId}`, details: { account: userId, to: email } },
          });
          return true;
        })
        .catch((error: unknown) => {
          if (isUniqueViolation(error)) return false;
          throw error;
        }),

    setPassword: (userId, { hash, keepSession, now, by = null }) =>
      kysely.transaction().execute(async (transaction) => {
        // The update also locks the row, so that a concurrent deletion comes before or after the whole transaction.
        const user = await transaction
          .updateTable('auth_user')
          .set({ updatedAt: moment(now) })
          .where('id', '=', userId)
          .executeTakeFirstOrThrow();
        if (user.numUpdatedRows === 0n) return false;
        const { numUpdatedRows } = await transaction
          .updateTable('auth_account')
          .set({ password: hash, updatedAt: moment(now) })
          .where('userId', '=', userId)
          .where('providerId', '=', PASSWORD_PROVIDER)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) {
          const stamps = { createdAt: moment(now), updatedAt: moment(now) };
          await transaction
            .insertInto('auth_account')
            .values({
              id: randomUUID(),
              userId,
              providerId: PASSWORD_PROVIDER,
              accountId: userId,
              password: hash,
              ...stamps,
            })
            .execute();
        }
        await transaction
          .deleteFrom('auth_session')
          .where('userId', '=', userId)
          .where('id', '!=', keepSession)
          .execute();
        await forgetResets(userId, transaction);
        await appendAudit(transaction, {
          kind: 'account.password-changed',
          ...{ actor: by, subject: `account:${by?.name ?? userId}`, details: { account: userId } },
        });
        return true;
      }),

    forgetResets,

    async keepNewestResetsOf(email) {
      const user = await kysely
        .selectFrom('auth_user')
        .select('id')
        .where('email', '=', email.toLowerCase())
        .executeTakeFirst();
      if (user === undefined) return;
      const resets = () => kysely.selectFrom('auth_verification').select('id').where('value', '=', user.id);
      await kysely
        .deleteFrom('auth_verification')
        .where('value', '=', user.id)
        // Sign-ins that wait for a second factor are in this table, too; they are valid for ten minutes only.
        .where('id', 'not in', resets().orderBy('expiresAt', 'desc').limit(MOST_RESETS))
        .execute();
    },

    noteFailedSignIn: ({ email, address, reason }) =>
      recordAudit(kysely, {
        kind: 'sign-in.failed',
        // Nobody has proved who it was.
        ...{ actor: { id: null, name: 'visitor', address }, subject: `account:${email.toLowerCase()}` },
        details: { reason },
      }),

    erase: (userId, by = null) =>
      kysely.transaction().execute(async (transaction) => {
        // The row of the account first, as other changes lock it, so that none waits for the other.
        const user = await transaction
          .updateTable('auth_user')
          .set(({ ref }) => ({ updatedAt: ref('updatedAt') }))
          .where('id', '=', userId)
          .returning('role')
          .executeTakeFirst();
        if (user === undefined) return;
        await forgetResets(userId, transaction);
        const withdrawn = await withdrawInvitationsOf(transaction, userId, by);
        await transaction.deleteFrom('auth_session').where('userId', '=', userId).execute();
        await transaction.deleteFrom('auth_account').where('userId', '=', userId).execute();
        await transaction.deleteFrom('auth_user').where('id', '=', userId).execute();
        if (team && user.role === 'administrator') await keepAnAdministrator(transaction, dialect);
        const deleted = { actor: by, subject: `account:${by?.name ?? userId}`, details: { account: userId } };
        await appendAudit(transaction, [...withdrawn, { kind: 'account.deleted', ...deleted }]);
      }),
  };
}
