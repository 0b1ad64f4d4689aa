/** The modals of the dashboard, each with its query parameter: `/dashboard?threat=123`. */
export const MODAL_KINDS = ['threat', 'metrics', 'frame'] as const;
export type ModalKind = (typeof MODAL_KINDS)[number];

/** `id` is null when the address has no valid id. */
export type Modal = { kind: ModalKind; id: number | null };

export function modalIn(query: URLSearchParams): Modal | null {
  const kind = MODAL_KINDS.find((it) => query.has(it));
  return kind ? { kind, id: idIn(query.get(kind) ?? '') } : null;
}

export function withModal(query: URLSearchParams, { kind, id }: Modal): URLSearchParams {
  const next = withoutModal(query);
  next.set(kind, String(id ?? ''));
  return next;
}

export function withoutModal(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const kind of MODAL_KINDS) next.delete(kind);
  return next;
}

function idIn(text: string): number | null {
  const id = /^\d+$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
