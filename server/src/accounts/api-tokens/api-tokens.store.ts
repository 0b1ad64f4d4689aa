import type { Role } from '@vedette/contract/roles';
import { type AuditActor, appendAudit } from '../../db/audit/append-audit.ts';
import type { Database } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { ApiTokenTable } from '../../db/tables/api-token.ts';

/** A token with the person for whom it acts. */
export type TokenOwner = Pick<ApiTokenTable, 'id' | 'scope' | 'hash' | 'expires_at' | 'last_used_at'> & {
  userId: string;
  email: string;
  tokenName: string;
  /** Empty when the person has none. */
  name: string;
  role: Role;
};

export type ApiTokenStore = {
  list: (userId: string) => Promise<ApiTokenTable[]>;
  /** Returns false when the person has as many as allowed. */
  insert: (token: ApiTokenTable, context: { most: number; by: AuditActor }) => Promise<boolean>;
  /** Returns whether the person had this token. */
  revoke: (userId: string, token: { id: string; by: AuditActor }) => Promise<boolean>;
  findOwner: (id: string) => Promise<TokenOwner | undefined>;
  noteUse: (id: string, at: number) => Promise<void>;
};

export function apiTokenStore(database: Database): ApiTokenStore {
  const { kysely } = database;
  // Prepared once, because it runs on every request with a token.
  const ownerById = prepared(
    database,
    (id: string) =>
      kysely
        .selectFrom('api_token as t')
        .innerJoin('auth_user as u', 'u.id', 't.user_id')
        .select([
          't.id',
          't.name as tokenName',
          't.scope',
          't.hash',
          't.expires_at',
          't.last_used_at',
          'u.id as userId',
          'u.email',
          'u.name',
          'u.role',
        ])
        .where('t.id', '=', id)
        .where('u.suspendedAt', 'is', null),
    String(),
  );
  return {
    list: (userId) =>
      kysely
        .selectFrom('api_token')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    insert: (token, { most, by }) =>
      kysely.transaction().execute(async (transaction) => {
        // Locks the person's row, so that two insertions are counted one after the other. Beginning with a write, the
        // transaction waits for the other thread on SQLite.
        await transaction
          .updateTable('auth_user')
          .set(({ ref }) => ({ updatedAt: ref('updatedAt') }))
          .where('id', '=', token.user_id)
          .execute();
        const { count } = await transaction
          .selectFrom('api_token')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('user_id', '=', token.user_id)
          .executeTakeFirstOrThrow();
        if (count >= most) return false;
        await transaction.insertInto('api_token').values(token).execute();
        const { id, name, scope, expires_at } = token;
        await appendAudit(transaction, {
          ...{ kind: 'token.made', actor: by, subject: `token:${token.id}` },
          details: { id, name, scope, expires_at },
        });
        return true;
      }),

    revoke: (userId, { id, by }) =>
      kysely.transaction().execute(async (transaction) => {
        const revoked = await transaction
          .deleteFrom('api_token')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returning('name')
          .executeTakeFirst();
        if (revoked === undefined) return false;
        const owner = await transaction
          .selectFrom('auth_user')
          .select('email')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow();
        await appendAudit(transaction, {
          ...{ kind: 'token.revoked', actor: by, subject: `token:${id}` },
          details: { id, name: revoked.name, account: userId, email: owner.email },
        });
        return true;
      }),

    findOwner: async (id) => (await ownerById(id))[0],

    noteUse: async (id, at) => {
      await kysely.updateTable('api_token').set({ last_used_at: at }).where('id', '=', id).execute();
    },
  };
}
