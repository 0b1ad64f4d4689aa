import type { Kysely, Selectable } from 'kysely';
import type { AuditTable } from '../db/audit-schema.ts';
import type { Schema } from '../db/schema.ts';

export type AuditRow = Selectable<AuditTable>;

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
