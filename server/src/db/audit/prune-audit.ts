import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { appendAudit, type NewAuditEntry } from './append-audit.ts';
import { lockFolds } from './fold-audit.ts';

/** The subject of the row that records an anchor. */
const ANCHOR_OF = 'chain:';

const chainOf = (subject: string) => subject.slice(ANCHOR_OF.length);

/** So many rows does one step delete. */
const ROWS_PER_STEP = 500;

/**
 * Deletes the oldest rows of one chain that were written before that time, and records the last of them as the chain's
 * anchor, in the chain and in the log itself. A row with a younger one before it stays, because a chain has no gaps.
 * @returns whether more may be due
 */
export async function pruneAudit({ kysely }: Pick<Database, 'kysely'>, before: number): Promise<boolean> {
  const due = await kysely
    .selectFrom('audit_chain')
    .innerJoin('audit', (join) =>
      join
        .onRef('audit.chain', '=', 'audit_chain.chain')
        .on('audit.seq', '=', (on) => on('audit_chain.anchor_seq', '+', 1)),
    )
    .select('audit_chain.chain')
    .where('audit.at', '<', before)
    .limit(1)
    .executeTakeFirst();
  if (due === undefined) return false;
  return kysely.transaction().execute((transaction) => pruneChain(transaction, { chain: due.chain, before }));
}

async function pruneChain(
  transaction: Kysely<Schema>,
  { chain, before }: { chain: string; before: number },
): Promise<boolean> {
  await lockFolds(transaction);
  const rows = await transaction
    .selectFrom('audit')
    .select(['seq', 'at', 'hash'])
    .where('chain', '=', chain)
    .orderBy('seq')
    .limit(ROWS_PER_STEP)
    .execute();
  const end = rows.findIndex(({ at }) => at >= before);
  const last = (end === -1 ? rows : rows.slice(0, end)).at(-1);
  // Another server has pruned it since.
  if (last === undefined) return true;
  await transaction
    .updateTable('audit_chain')
    .set({ anchor_seq: last.seq, anchor_hash: last.hash })
    .where('chain', '=', chain)
    .execute();
  const pruned = await transaction
    .deleteFrom('audit')
    .where('chain', '=', chain)
    .where('seq', '<=', last.seq)
    .returning(['kind', 'subject'])
    .execute();
  const recorded = pruned.flatMap(({ kind, subject }) => (kind === 'audit.pruned' ? (subject ?? []) : []));
  const chains = [...new Set([chain, ...recorded.map(chainOf)])];
  const anchors = await transaction.selectFrom('audit_chain').selectAll().where('chain', 'in', chains).execute();
  // What recorded the anchor of another chain is recorded again, so that every anchor has its row.
  await appendAudit(
    transaction,
    anchors.map(
      ({ chain: of, anchor_seq: through, anchor_hash: hash }): NewAuditEntry => ({
        ...{ kind: 'audit.pruned', actor: null, subject: `${ANCHOR_OF}${of}` },
        details: { chain: of, through, hash, before },
      }),
    ),
  );
  return true;
}
