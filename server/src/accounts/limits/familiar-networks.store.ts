import { createHmac } from 'node:crypto';
import type { Database } from '../../db/database.ts';

/** The networks from which each account's owner has recently signed in. */
export type FamiliarNetworks = {
  /** The owner has signed in from there, by password (and the second factor, if there is one), by a passkey or by a mailed link. */
  note: (account: string, network: string) => Promise<void>;
  includes: (account: string, network: string) => Promise<boolean>;
};

type Parts = { kysely: Database['kysely']; secret: string; now: () => number };

const FAMILIAR_MS = 30 * 24 * 60 * 60 * 1_000;
/** Per account; the network that was unused longest is deleted first. */
const NETWORKS_MAX = 8;

/** Accounts and networks are stored as keyed hashes, so that the table does not reveal who signs in from where. */
export function familiarNetworks({ kysely, secret, now }: Parts): FamiliarNetworks {
  const hashOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const idOf = (account: string, network: string) => hashOf(`${account}\n${network}`);

  async function deleteSurplus(account: string): Promise<void> {
    await kysely
      .deleteFrom('familiar_network')
      .where('account', '=', account)
      .where('id', 'not in', (all) =>
        all
          .selectFrom('familiar_network')
          .select('id')
          .where('account', '=', account)
          .orderBy('at', 'desc')
          .limit(NETWORKS_MAX),
      )
      .execute();
    await kysely
      .deleteFrom('familiar_network')
      .where('at', '<=', now() - FAMILIAR_MS)
      .execute();
  }

  return {
    async note(account, network) {
      const row = { account: hashOf(account), at: now() };
      await kysely
        .insertInto('familiar_network')
        .values({ id: idOf(account, network), ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      await deleteSurplus(row.account);
    },
    async includes(account, network) {
      const found = await kysely
        .selectFrom('familiar_network')
        .select('id')
        .where('id', '=', idOf(account, network))
        .where('at', '>', now() - FAMILIAR_MS)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
