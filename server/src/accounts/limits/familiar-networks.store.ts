import { createHmac } from 'node:crypto';
import type { Database } from '../../db/database.ts';

/** From which networks each account has lately been entered by its owner. */
export type FamiliarNetworks = {
  /** The owner has proved to be there, by the password or by a mailed link. */
  note: (account: string, network: string) => Promise<void>;
  knows: (account: string, network: string) => Promise<boolean>;
};

type Parts = { kysely: Database['kysely']; secret: string; now: () => number };

const LATELY_MS = 30 * 24 * 60 * 60 * 1_000;
/** Of one account; the longest unused is forgotten first. */
const MOST_NETWORKS = 8;

/** The table tells nobody who signs in from where: names are kept as their hashes under the servers' secret. */
export function familiarNetworks({ kysely, secret, now }: Parts): FamiliarNetworks {
  const hashOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const idOf = (account: string, network: string) => hashOf(`${account}\n${network}`);

  async function forgetMore(account: string): Promise<void> {
    await kysely
      .deleteFrom('familiar_network')
      .where('account', '=', account)
      .where('id', 'not in', (all) =>
        all
          .selectFrom('familiar_network')
          .select('id')
          .where('account', '=', account)
          .orderBy('at', 'desc')
          .limit(MOST_NETWORKS),
      )
      .execute();
    await kysely
      .deleteFrom('familiar_network')
      .where('at', '<=', now() - LATELY_MS)
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
      await forgetMore(row.account);
    },
    async knows(account, network) {
      const known = await kysely
        .selectFrom('familiar_network')
        .select('id')
        .where('id', '=', idOf(account, network))
        .where('at', '>', now() - LATELY_MS)
        .executeTakeFirst();
      return known !== undefined;
    },
  };
}
