import { type Kysely, type Selectable, sql } from 'kysely';
import { FOLD_CHAIN } from '../db/audit/audit-hash.ts';
import type { AuditTable } from '../db/audit-schema.ts';
import type { Schema } from '../db/schema.ts';

export type AuditRow = Selectable<AuditTable>;

/** Times in milliseconds since the epoch. Without a kind, folds are left out. */
export type AuditFilters = {
  kind?: string | undefined;
  who?: string | undefined;
  what?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

export type AuditPosition = { at: number; id: number };
export type AuditPage = { limit: number; after: AuditPosition | null };

export type AuditStore = {
  /** Newest first: one row more than the limit when there are more. */
  page: (filters: AuditFilters, page: AuditPage) => Promise<AuditRow[]>;
};

export function createAuditStore(kysely: Kysely<Schema>): AuditStore {
  return {
    page: (filters, { limit, after }) => {
      let query = kysely
        .selectFrom('audit')
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1);
      const { kind, who, what, from, to } = filters;
      // A subject has few rows, so that the other filters need no index beside it.
      if (what !== undefined) query = query.where('subject', '=', what);
      if (who !== undefined) query = query.where(sql<boolean>`lower(actor_name) = lower(${who})`);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      else query = query.where('chain', '!=', FOLD_CHAIN);
      if (from !== undefined) query = query.where('at', '>=', from);
      if (to !== undefined) query = query.where('at', '<', to);
      if (after !== null) query = query.where(sql<boolean>`(at, id) < (${after.at}, ${after.id})`);
      return query.execute();
    },
  };
}

const CHAIN_PAGE = 1_000;

/** The rows of a chain in their order. */
export async function* pagesOfChain(kysely: Kysely<Schema>, chain: string): AsyncGenerator<AuditRow[]> {
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await kysely
      .selectFrom('audit')
      .selectAll()
      .where('chain', '=', chain)
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(CHAIN_PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < CHAIN_PAGE) return;
    last = end.seq;
  }
}
