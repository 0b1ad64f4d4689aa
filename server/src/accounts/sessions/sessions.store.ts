import type { Role } from '@vedette/contract/roles';
import { appendAudit } from '../../db/audit/append-audit.ts';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';

/** Times are text in SQLite and dates in PostgreSQL. */
export type SessionRow = {
  id: string;
  email: string;
  /** Empty when it has none. */
  name: string;
  sessionId: string;
  signedInAt: string | Date;
  expiresAt: string | Date;
  role: Role;
  hasSecondFactor: boolean | number;
};
export type FindSession = (token: string) => SessionRow | undefined | Promise<SessionRow | undefined>;

const BY_TOKEN = `select u.id, u.email, u.name, s.id as "sessionId", s."createdAt" as "signedInAt", s."expiresAt", u.role,
    u."twoFactorEnabled" as "hasSecondFactor"
  from auth_session s join auth_user u on u.id = s."userId" where u."suspendedAt" is null and s.token = `;

/** Prepared once, because it runs on every request. */
export function sessionFinder(database: Database): FindSession {
  if (database.dialect === 'sqlite') {
    const statement = database.sqlite.prepare<[string], SessionRow>(`${BY_TOKEN}?`);
    return (token) => statement.get(token);
  }
  const query = { name: 'session-by-token', text: `${BY_TOKEN}$1` };
  return async (token) => (await database.pool.query<SessionRow>({ ...query, values: [token] })).rows[0];
}

export type SessionStore = {
  find: (id: string) => Promise<Schema['auth_session'] | undefined>;
  prolong: (id: string, times: { now: number; expiresAt: number }) => Promise<void>;
  end: (token: string) => Promise<void>;
  /** The person ends it. */
  signOut: (token: string, from: { address: string }) => Promise<void>;
  endAllOf: (userId: string) => Promise<void>;
};

export function sessionStore({ kysely, dialect }: Database): SessionStore {
  const moment = (ms: number) => (dialect === 'sqlite' ? new Date(ms).toISOString() : new Date(ms));
  return {
    find: (id) => kysely.selectFrom('auth_session').selectAll().where('id', '=', id).executeTakeFirst(),
    prolong: async (id, { now, expiresAt }) => {
      await kysely
        .updateTable('auth_session')
        .set({ updatedAt: moment(now), expiresAt: moment(expiresAt) })
        .where('id', '=', id)
        .execute();
    },
    endAllOf: async (userId) => {
      await kysely.deleteFrom('auth_session').where('userId', '=', userId).execute();
    },
    end: async (token) => {
      await kysely.deleteFrom('auth_session').where('token', '=', token).execute();
    },
    signOut: (token, { address }) =>
      kysely.transaction().execute(async (transaction) => {
        const ended = await transaction
          .deleteFrom('auth_session')
          .where('token', '=', token)
          .returning('userId')
          .executeTakeFirst();
        if (ended === undefined) return;
        const { id, email } = await transaction
          .selectFrom('auth_user')
          .select(['id', 'email'])
          .where('id', '=', ended.userId)
          .executeTakeFirstOrThrow();
        const actor = { id, name: email, address };
        await appendAudit(transaction, { kind: 'session.signed-out', actor, subject: `account:${email}` });
      }),
  };
}
