import { createHash } from 'node:crypto';
import type { AuditTable } from '../tables/audit.ts';

/** Stands for the row before the first of a chain. */
export const FIRST_PREVIOUS = '0'.repeat(64);
/** The chain whose rows carry the heads of all others. */
export const FOLD_CHAIN = 'fold';

/** What the hash of a row is about. Its id is not, because the database gives it after the hash. */
export type HashedRow = Omit<AuditTable, 'id' | 'hash'>;

/** SHA-256 in hex over the row as a JSON array, which is the same text on both databases. */
export function auditHash(row: HashedRow): string {
  const { previous, chain, seq, at, kind, actor_id, actor_name, address, subject, details } = row;
  const text = JSON.stringify([previous, chain, seq, at, kind, actor_id, actor_name, address, subject, details]);
  return createHash('sha256').update(text).digest('hex');
}

/** The heads of chains in the details of a fold: chain, number and hash. */
export type FoldedHead = readonly [chain: string, seq: number, hash: string];
