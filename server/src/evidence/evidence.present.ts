import type { EvidenceKeyDocument } from '@vedette/contract/evidence-archive/key-document';
import type { Selectable } from 'kysely';
import type { AuditTable } from '../db/tables/audit.ts';
import type { EvidenceKey } from './evidence-key.store.ts';

/** All that a row's hash is about, and the hash. */
export function presentAuditRow(row: Selectable<AuditTable>) {
  const { id, chain, seq, at, kind, actor_id, actor_name, address, subject, details, previous, hash } = row;
  return { id, chain, seq, at, kind, actor_id, actor_name, address, subject, details, previous, hash };
}

export function presentKey({ fingerprint, publicKey, createdAt }: EvidenceKey): EvidenceKeyDocument {
  return {
    algorithm: 'Ed25519',
    fingerprint,
    public_key: publicKey,
    created_at: new Date(createdAt).toISOString(),
  };
}
