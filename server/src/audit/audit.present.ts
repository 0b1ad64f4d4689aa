import type { AuditEntry } from '@vedette/contract/audit';
import type { AuditRow } from './audit.store.ts';

export function presentEntry(row: AuditRow): AuditEntry {
  const { id, at, kind, actor_id, actor_name, address, subject, details, chain, seq, previous, hash } = row;
  return {
    ...{ id, at: new Date(at).toISOString(), kind },
    actor: actor_name === null ? null : { id: actor_id, name: actor_name },
    ...{ address, subject, details: detailsIn(details), chain, seq, previous, hash },
  };
}

/** Somebody may have changed the text, which the hash shows. */
function detailsIn(text: string): Record<string, unknown> {
  try {
    const details: unknown = JSON.parse(text);
    if (typeof details === 'object' && details !== null) return { ...details };
  } catch {}
  return { changed: text };
}
