import { type AuditFilter, type AuditKind, auditKindsOf } from '@vedette/contract/audit';
import { millisOf, type Position, type Span, spanOf } from '../http/paging.ts';

/** Which entries a request asks for. */
export type AuditSearch = {
  /** Null: all but the folds, which are nearly as many as all others. */
  kinds: readonly AuditKind[] | null;
  actor: string | null;
  subject: string | null;
  span: Span;
};

/** Throws BAD_REQUEST for a time that does not exist. */
export function searchOf({ kind, actor, subject, from, to }: AuditFilter, after: Position | null): AuditSearch {
  const millis = (field: 'from' | 'to', text: string | undefined) =>
    text === undefined ? undefined : millisOf(field, text);
  return {
    kinds: kind === undefined ? null : auditKindsOf(kind),
    actor: actor?.trim().toLowerCase() ?? null,
    subject: subject ?? null,
    span: spanOf({ from: millis('from', from), to: millis('to', to) }, after),
  };
}
