import type { Kysely } from 'kysely';
import type { AuditActor, NewAuditEntry } from '../../db/audit/append-audit.ts';
import type { Schema } from '../../db/schema.ts';
import type { StoredDetection } from '../new-detection.ts';

/** So many rows of a clearing are kept in the audit log: all of them could take minutes, in which no report is stored. */
export const CLEARED_ROWS_KEPT = 1_000;

type Deletion = { by: AuditActor; incidents?: readonly number[] };

/** The deleted row with the SHA-256 of its frame, which is one of its columns. */
function deletionEntry(row: StoredDetection, { by, incidents }: Deletion): NewAuditEntry {
  return { kind: 'detection.deleted', actor: by, subject: `detection:${row.id}`, details: { row, incidents } };
}

/** Each incident concerned has an entry of its own, by which its evidence finds what was deleted from it. */
export function deletionEntries(row: StoredDetection, { by, incidents }: Required<Deletion>): NewAuditEntry[] {
  const details = { detection: row.id, incidents };
  const ofIncidents = incidents.map(
    (id): NewAuditEntry => ({ kind: 'incident.detection-deleted', actor: by, subject: `incident:${id}`, details }),
  );
  return [deletionEntry(row, { by, incidents }), ...ofIncidents];
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
    ...newest.map((row) => deletionEntry(row, { by })).reverse(),
    { kind: 'detections.cleared', actor: by, subject: null, details },
  ];
}
