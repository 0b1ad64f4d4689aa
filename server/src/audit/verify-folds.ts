import type { Kysely, Selectable } from 'kysely';
import { FOLD_CHAIN, type FoldedHead } from '../db/audit/audit-hash.ts';
import type { Schema } from '../db/schema.ts';
import type { AuditChainTable } from '../db/tables/audit.ts';
import { type AuditRow, pagesOfChain } from './audit.store.ts';
import type { AuditFinding } from './audit-finding.ts';

type Chain = Selectable<AuditChainTable>;

/** Compares the chains with what folds say of them: at most one finding for each, the first. */
export async function verifyFolds(kysely: Kysely<Schema>, chains: readonly Chain[]): Promise<AuditFinding[]> {
  const findings = new Map<string, AuditFinding>();
  const known = new Map(chains.map((chain) => [chain.chain, chain]));
  for await (const folds of pagesOfChain(kysely, FOLD_CHAIN)) {
    for (const [chain, heads] of headsByChain(folds)) {
      if (findings.has(chain)) continue;
      const finding = await compare(kysely, { chain, heads, known: known.get(chain) });
      if (finding !== null) findings.set(chain, finding);
    }
  }
  return [...findings.values()];
}

function headsByChain(folds: readonly AuditRow[]): Map<string, Map<number, string>> {
  const found = new Map<string, Map<number, string>>();
  for (const [chain, seq, hash] of folds.flatMap(headsIn)) {
    const heads = found.get(chain) ?? new Map<number, string>();
    found.set(chain, heads.set(seq, hash));
  }
  return found;
}

/** None when somebody has changed the row, which its own hash shows. */
function headsIn({ details }: AuditRow): readonly FoldedHead[] {
  try {
    const { heads } = JSON.parse(details) as { heads?: unknown };
    return Array.isArray(heads) ? heads.filter((head): head is FoldedHead => Array.isArray(head)) : [];
  } catch {
    return [];
  }
}

type Folded = { chain: string; heads: ReadonlyMap<number, string>; known: Chain | undefined };

async function compare(kysely: Kysely<Schema>, { chain, heads, known }: Folded): Promise<AuditFinding | null> {
  const seqs = [...heads.keys()].sort((a, b) => a - b);
  if (known === undefined) return { problem: 'missing', chain, seq: 1, to: seqs.at(-1) ?? 1, row: null };
  const stored = await kysely
    .selectFrom('audit')
    .selectAll()
    .where('chain', '=', chain)
    .where('seq', 'in', seqs)
    .execute();
  const rows = new Map(stored.map((row) => [row.seq, row]));
  for (const seq of seqs) {
    const row = rows.get(seq);
    const hash = seq === known.anchor_seq ? known.anchor_hash : row?.hash;
    if (seq < known.anchor_seq || hash === heads.get(seq)) continue;
    return { problem: hash === undefined ? 'missing' : 'changed', chain, seq, row: row ?? null };
  }
  return null;
}
