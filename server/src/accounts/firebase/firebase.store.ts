import { randomUUID } from 'node:crypto';
import { appendAudit } from '../../db/audit/append-audit.ts';
import type { Database } from '../../db/database.ts';
import type { FirebaseAccount } from './id-tokens.ts';

/** Links a row of `auth_account` with the account of the project. */
const PROVIDER = 'firebase';
/** Marks the sessions that an ID token began. */
const SESSION_PREFIX = 'firebase-';

type Time = { now: number };
/** When and from which network address. */
type Origin = Time & { address: string };
type Owner = { id: string; emailVerified: boolean };

export type FirebaseStore = {
  /** The local account that is linked with this one. */
  linked: (uid: string) => Promise<string | undefined>;
  /** The account that has this address. */
  withEmail: (email: string) => Promise<Owner | undefined>;
  /** Inserts the local account, with the project's id. Rejects when address or id are taken. */
  create: (account: FirebaseAccount, from: Origin) => Promise<void>;
  /** Links an account that this server kept itself, and ends its sessions. */
  link: (userId: string, account: Pick<FirebaseAccount, 'uid' | 'email'>, from: Origin) => Promise<void>;
  /** Copies what the project says of the account. Rejects when another account has the address. */
  update: (userId: string, account: FirebaseAccount, from: Origin) => Promise<void>;
  /** Begins no session when the person is suspended, or was signed out after the sign-in that the ID token is about. */
  begin: (session: NewSession, at: Time) => Promise<'begun' | 'suspended' | 'signed out'>;
  /** Ends all sessions of the account but the one with this token; the ID tokens of earlier sign-ins begin no other. */
  endOthers: (userId: string, token: string, at: Time) => Promise<void>;
};

type NewSession = {
  userId: string;
  email: string;
  token: string;
  signedInAt: number;
  expiresAt: number;
  address: string;
  userAgent: string | null;
};

export function firebaseStore({ kysely, dialect }: Database): FirebaseStore {
  const moment = (ms: number) => (dialect === 'sqlite' ? new Date(ms).toISOString() : new Date(ms));
  const truth = (value: boolean) => (dialect === 'sqlite' ? Number(value) : value);
  const stamps = ({ now }: Time) => ({ createdAt: moment(now), updatedAt: moment(now) });
  const linkOf = (userId: string, uid: string) => ({
    ...{ id: randomUUID(), userId, providerId: PROVIDER, accountId: uid, password: null },
  });
  const profileOf = ({ email, emailVerified, name, image }: FirebaseAccount) => ({
    ...{ email, emailVerified: truth(emailVerified), name, image },
  });

  return {
    async linked(uid) {
      const row = await kysely
        .selectFrom('auth_account')
        .select('userId')
        .where('providerId', '=', PROVIDER)
        .where('accountId', '=', uid)
        .executeTakeFirst();
      return row?.userId;
    },
    async withEmail(email) {
      const row = await kysely
        .selectFrom('auth_user')
        .select(['id', 'emailVerified'])
        .where('email', '=', email)
        .executeTakeFirst();
      return row === undefined ? undefined : { id: row.id, emailVerified: Boolean(row.emailVerified) };
    },
    create: (account, { address, ...at }) =>
      kysely.transaction().execute(async (transaction) => {
        const { uid } = account;
        await transaction
          .insertInto('auth_user')
          .values({ id: uid, ...profileOf(account), ...stamps(at) })
          .execute();
        await transaction
          .insertInto('auth_account')
          .values({ ...linkOf(uid, uid), ...stamps(at) })
          .execute();
        const actor = { id: uid, name: account.email, address };
        await appendAudit(transaction, {
          kind: 'account.created',
          actor,
          subject: `account:${account.email}`,
          at: at.now,
        });
      }),
    link: (userId, { uid, email }, { address, ...at }) =>
      kysely.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('auth_account')
          .values({ ...linkOf(userId, uid), ...stamps(at) })
          .execute();
        await transaction.deleteFrom('auth_session').where('userId', '=', userId).execute();
        const about = { actor: { id: userId, name: email, address }, subject: `account:${email}`, at: at.now };
        await appendAudit(transaction, { kind: 'account.linked', ...about, details: { provider: PROVIDER } });
      }),
    update: (userId, account, { now, address }) =>
      kysely.transaction().execute(async (transaction) => {
        const before = await transaction
          .updateTable('auth_user')
          .set({ updatedAt: moment(now) })
          .where('id', '=', userId)
          .returning('email')
          .executeTakeFirst();
        await transaction.updateTable('auth_user').set(profileOf(account)).where('id', '=', userId).execute();
        if (before === undefined || before.email === account.email) return;
        const actor = { id: userId, name: account.email, address };
        const about = { actor, subject: `account:${before.email}`, at: now };
        await appendAudit(transaction, { kind: 'account.email-changed', ...about, details: { to: account.email } });
      }),
    begin: ({ userId, email, token, signedInAt, expiresAt, address, userAgent }, { now }) =>
      kysely.transaction().execute(async (transaction) => {
        const person = await transaction
          .updateTable('auth_user')
          .set({ updatedAt: moment(now) })
          .where('id', '=', userId)
          .returning(['suspendedAt', 'signedOutAt'])
          .executeTakeFirstOrThrow();
        const about = { actor: { id: userId, name: email, address }, subject: `account:${email}`, at: now };
        if (person.suspendedAt !== null) {
          const details = { reason: 'ACCOUNT_SUSPENDED' };
          await appendAudit(transaction, { kind: 'sign-in.failed', ...about, details });
          return 'suspended';
        }
        if (person.signedOutAt !== null && isEarlierSecond(signedInAt, person.signedOutAt)) {
          await appendAudit(transaction, { kind: 'sign-in.failed', ...about, details: { reason: 'SIGNED_OUT' } });
          return 'signed out';
        }
        await transaction
          .insertInto('auth_session')
          .values({
            ...{ id: `${SESSION_PREFIX}${randomUUID()}`, token, userId },
            ...{ createdAt: moment(signedInAt), updatedAt: moment(now), expiresAt: moment(expiresAt) },
            ...{ ipAddress: address, userAgent },
          })
          .execute();
        await appendAudit(transaction, { kind: 'sign-in.succeeded', ...about });
        return 'begun';
      }),
    endOthers: (userId, token, { now }) =>
      kysely.transaction().execute(async (transaction) => {
        const { email } = await transaction
          .updateTable('auth_user')
          .set({ signedOutAt: now })
          .where('id', '=', userId)
          .returning('email')
          .executeTakeFirstOrThrow();
        const { numDeletedRows } = await transaction
          .deleteFrom('auth_session')
          .where('userId', '=', userId)
          .where('token', '!=', token)
          .executeTakeFirstOrThrow();
        await appendAudit(transaction, {
          ...{ kind: 'account.signed-out', actor: { id: userId, name: email }, subject: `account:${email}`, at: now },
          details: { sessions: Number(numDeletedRows), others: true },
        });
      }),
  };
}

/** ID tokens say the second of the sign-in. */
function isEarlierSecond(one: number, other: number): boolean {
  return Math.floor(one / 1_000) < Math.floor(other / 1_000);
}

/** Ends the sessions of the other way to keep accounts, whose passwords and suspensions no longer count. */
export async function endForeignSessions({ kysely }: Database, { firebase }: { firebase: boolean }): Promise<void> {
  await kysely
    .deleteFrom('auth_session')
    .where('id', firebase ? 'not like' : 'like', `${SESSION_PREFIX}%`)
    .execute();
}
