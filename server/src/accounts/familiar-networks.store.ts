import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { type FamiliarNetworks, LATELY_MS } from './familiar-networks.ts';

type Parts = { kysely: Database['kysely']; secret: string; now: () => number };

/**
 * The same for all servers of one database. The table tells nobody who signs in from where: names are kept as their
 * hashes under the servers' secret.
 */
export function sharedFamiliarNetworks({ kysely, secret, now }: Parts): FamiliarNetworks {
  const idOf = (account: string, network: string) =>
    createHmac('sha256', secret).update(`${account}\n${network}`).digest('base64url');
  return {
    async note(account, network) {
      const at = now();
      await kysely
        .insertInto('familiar_network')
        .values({ id: idOf(account, network), at })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ at: sql`greatest(familiar_network.at, ${at})` }))
        .execute();
      await kysely
        .deleteFrom('familiar_network')
        .where('at', '<=', at - LATELY_MS)
        .execute();
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
