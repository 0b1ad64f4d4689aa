import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { appendToChain } from './append-audit.ts';
import { FIRST_PREVIOUS, FOLD_CHAIN, type FoldedHead } from './audit-hash.ts';

export const FOLD_EVERY_MS = 60_000;

/**
 * Adds the heads of all chains that have grown to the chain of folds, once a minute for all servers: then no chain can lose
 * its newest rows, or be lost itself, without that being found.
 * @returns whether it did
 */
export function foldAudit({ kysely }: Pick<Database, 'kysely'>, now: number): Promise<boolean> {
  return kysely.transaction().execute(async (transaction) => {
    const lastAt = await lockFolds(transaction);
    if (now - lastAt < FOLD_EVERY_MS && now >= lastAt) return false;
    const heads = await transaction
      .updateTable('audit_chain')
      .set({ folded_seq: sql`seq` })
      .where('folded_seq', '<', sql<number>`seq`)
      .where('chain', '!=', FOLD_CHAIN)
      .returning(['chain', 'seq', 'hash'])
      .execute();
    if (heads.length === 0) return false;
    const folded = heads
      .map(({ chain, seq, hash }): FoldedHead => [chain, seq, hash])
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const entry = { kind: 'audit.folded', actor: null, subject: null, details: { heads: folded }, at: now } as const;
    await appendToChain(transaction, { chain: FOLD_CHAIN, entries: [entry] });
    return true;
  });
}

/**
 * Takes the lock under which the servers fold and prune, that of the chain of folds.
 * @returns when the last fold was made
 */
export async function lockFolds(transaction: Kysely<Schema>): Promise<number> {
  const { at } = await transaction
    .insertInto('audit_chain')
    .values({
      ...{ chain: FOLD_CHAIN, seq: 0, hash: FIRST_PREVIOUS, at: 0 },
      ...{ anchor_seq: 0, anchor_hash: FIRST_PREVIOUS, folded_seq: 0 },
    })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ seq: sql`audit_chain.seq` }))
    .returning('at')
    .executeTakeFirstOrThrow();
  return at;
}
