import type { Kysely } from 'kysely';
import type { AuditActor, NewAuditEntry } from '../../db/audit/append-audit.ts';
import type { Schema } from '../../db/schema.ts';
import type { StoredDetection } from '../new-detection.ts';

/** So many rows of a clearing are kept in the audit log: all of them could take minutes, in which no report is stored. */
export const CLEARED_ROWS_KEPT = 1_000;

/** The deleted row with the SHA-256 of its frame, which is one of its columns. */
export function deletionEntry(row: StoredDetection, actor: AuditActor): NewAuditEntry {
  return { kind: 'detection.deleted', actor, subject: `detection:${row.id}`, details: { row } };
}

export function newestRows(transaction: Kysely<Schema>): Promise<StoredDetection[]> {
  return transaction.selectFrom('detection').selectAll().orderBy('id', 'desc').limit(CLEARED_ROWS_KEPT).execute();
}

export function clearingEntries(
  newest: readonly StoredDetection[],
  { count, by }: { count: number; by: AuditActor },
): NewAuditEntry[] {
  const details = { count, rows_kept: newest.length, newest: newest.at(0)?.id ?? null };
  return [
    ...newest.map((row) => deletionEntry(row, by)).reverse(),
    { kind: 'detections.cleared', actor: by, subject: null, details },
  ];
}
