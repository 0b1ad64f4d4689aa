import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { AuditChainTable } from '../db/tables/audit.ts';
import type { AuditFinding } from './audit-finding.ts';

/** Finds chains whose beginning was deleted although the log does not record that retention did it. */
export async function verifyAnchors(
  kysely: Kysely<Schema>,
  chains: readonly Selectable<AuditChainTable>[],
): Promise<AuditFinding[]> {
  const rows = await kysely.selectFrom('audit').select('details').where('kind', '=', 'audit.pruned').execute();
  const recorded = new Set(rows.map(({ details }) => anchorIn(details)));
  const isRecorded = ({ chain, anchor_seq: through, anchor_hash: hash }: Selectable<AuditChainTable>) =>
    recorded.has(JSON.stringify({ chain, through, hash }));
  return chains
    .filter((chain) => chain.anchor_seq > 0 && !isRecorded(chain))
    .map(({ chain, anchor_seq: to }) => ({ problem: 'missing', chain, seq: 1, to, row: null }));
}

/** Empty when somebody has changed the row, which its own hash shows. */
function anchorIn(details: string): string {
  try {
    const { chain, through, hash } = JSON.parse(details) as Record<string, unknown>;
    return JSON.stringify({ chain, through, hash });
  } catch {
    return '';
  }
}
