import type { Kysely, Selectable } from 'kysely';
import { auditHash } from '../db/audit/audit-hash.ts';
import type { Schema } from '../db/schema.ts';
import type { AuditChainTable } from '../db/tables/audit.ts';
import { type AuditRow, pagesOfChain } from './audit.store.ts';
import type { AuditFinding } from './audit-finding.ts';
import { verifyAnchors } from './verify-anchors.ts';
import { verifyFolds } from './verify-folds.ts';

export type AuditVerdict = { rows: number; chains: number; pruned: number; findings: AuditFinding[] };

/** Checks every hash, the numbers of each chain, its newest row and what folds say of it. To be called with a snapshot. */
export async function verifyAudit(kysely: Kysely<Schema>): Promise<AuditVerdict> {
  const chains = await kysely.selectFrom('audit_chain').selectAll().orderBy('chain').execute();
  const verdict: AuditVerdict = { rows: 0, chains: chains.length, pruned: 0, findings: [] };
  for (const chain of chains) {
    const { rows, findings } = await verifyChain(kysely, chain);
    verdict.rows += rows;
    verdict.pruned += chain.anchor_seq;
    verdict.findings.push(...findings);
  }
  const found = new Set(verdict.findings.map(({ chain }) => chain));
  const others = [...(await verifyFolds(kysely, chains)), ...(await verifyAnchors(kysely, chains))];
  verdict.findings.push(
    ...others.filter(({ chain }) => !found.has(chain)),
    ...(await rowsWithoutChain(kysely, chains)),
  );
  return verdict;
}

async function verifyChain(kysely: Kysely<Schema>, head: Selectable<AuditChainTable>) {
  const { chain } = head;
  const findings: AuditFinding[] = [];
  const wrong: AuditRow[] = [];
  let rows = 0;
  let before = { seq: head.anchor_seq, hash: head.anchor_hash, id: 0 };
  for await (const page of pagesOfChain(kysely, chain)) {
    for (const row of page) {
      rows += 1;
      const isNext = row.seq === before.seq + 1;
      if (row.seq <= before.seq) findings.push({ problem: 'added', chain, seq: row.seq, row });
      else if (!isNext) findings.push({ problem: 'missing', chain, seq: before.seq + 1, to: row.seq - 1, row: null });
      const follows = !isNext || (row.previous === before.hash && row.id > before.id);
      if (row.hash !== auditHash(row) || !follows) wrong.push(row);
      before = row;
    }
  }
  findings.push(...wrong.map((row) => nameProblem(row, wrong)), ...verifyHead(head, before));
  return { rows, findings: findings.sort((a, b) => a.seq - b.seq) };
}

type Head = Selectable<AuditChainTable>;

/** Compares the newest row with what the chain says of it. */
function verifyHead({ chain, ...head }: Head, newest: { seq: number; hash: string }): AuditFinding[] {
  if (newest.seq < head.seq) return [{ problem: 'missing', chain, seq: newest.seq + 1, to: head.seq, row: null }];
  if (newest.seq > head.seq) return [{ problem: 'added', chain, seq: head.seq + 1, to: newest.seq, row: null }];
  return newest.hash === head.hash ? [] : [{ problem: 'changed', chain, seq: head.seq, row: null }];
}

/** So many wrong rows of a chain are compared with each other. */
const COMPARED = 200;

/** A row that would be right at the place of another wrong one was swapped. */
function nameProblem(row: AuditRow, wrong: readonly AuditRow[]): AuditFinding {
  const { chain, seq } = row;
  const home = wrong.slice(0, COMPARED).find((other) => {
    if (other === row) return false;
    const isWhole = auditHash({ ...row, seq: other.seq }) === row.hash;
    return isWhole || auditHash({ ...row, seq: other.seq, previous: other.previous }) === other.hash;
  });
  if (home !== undefined) return { problem: 'swapped', chain, seq, to: home.seq, row };
  return { problem: 'changed', chain, seq, row };
}

async function rowsWithoutChain(kysely: Kysely<Schema>, chains: readonly Head[]): Promise<AuditFinding[]> {
  const rows = await kysely
    .selectFrom('audit')
    .selectAll()
    .where('chain', 'not in', [...chains.map(({ chain }) => chain), ''])
    .orderBy('id')
    .limit(COMPARED)
    .execute();
  return rows.map((row) => ({ problem: 'added', chain: row.chain, seq: row.seq, row }));
}
