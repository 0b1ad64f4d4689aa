import type { ApiTokenTable } from '../../db/api-token-schema.ts';
import type { Database } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';

/** A token with the person for whom it acts. */
export type TokenOwner = Pick<ApiTokenTable, 'id' | 'scope' | 'hash' | 'expires_at' | 'last_used_at'> & {
  userId: string;
  email: string;
  /** Empty when the person has none. */
  name: string;
};

export type ApiTokenStore = {
  list: (userId: string) => Promise<ApiTokenTable[]>;
  /** Returns false when the person has as many as allowed. */
  insert: (token: ApiTokenTable, most: number) => Promise<boolean>;
  /** Returns whether the person had this token. */
  revoke: (userId: string, id: string) => Promise<boolean>;
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
        .select(['t.id', 't.scope', 't.hash', 't.expires_at', 't.last_used_at', 'u.id as userId', 'u.email', 'u.name'])
        .where('t.id', '=', id),
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

    insert: (token, most) =>
      kysely.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom('api_token')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('user_id', '=', token.user_id)
          .executeTakeFirstOrThrow();
        if (count >= most) return false;
        await transaction.insertInto('api_token').values(token).execute();
        return true;
      }),

    async revoke(userId, id) {
      const { numDeletedRows } = await kysely
        .deleteFrom('api_token')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    findOwner: async (id) => (await ownerById(id))[0],

    noteUse: async (id, at) => {
      await kysely.updateTable('api_token').set({ last_used_at: at }).where('id', '=', id).execute();
    },
  };
}
