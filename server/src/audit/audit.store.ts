import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { AuditTable } from '../db/tables/audit.ts';
import { newestFirst, type Span } from '../http/paging.ts';
import type { AuditSearch } from './audit.rules.ts';

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

/** The newest entries of a search. Several kinds are read each on its own, so that no page walks over the others. */
export async function newestEntries(kysely: Kysely<Schema>, search: AuditSearch, limit: number): Promise<AuditRow[]> {
  const ids = search.subject === null ? idsByKind(search, limit) : idsAbout(search.subject, search, limit);
  const query = sql<AuditRow>`select audit.* from (${ids}) as selected cross join audit where audit.id = selected.id`;
  return newestFirst((await query.execute(kysely)).rows);
}

type Conditions = readonly RawBuilder<unknown>[];

function idsByKind({ kinds, actor, span }: AuditSearch, limit: number): RawBuilder<unknown> {
  const by = actor === null ? [] : [sql`actor_name = ${actor}`];
  const of = (kind: RawBuilder<unknown>) => newestIds([...by, kind], span, limit);
  // Nobody has made a fold, and without their kind an index of who did it is enough.
  if (kinds === null) return of(actor === null ? sql`kind <> 'audit.folded'` : sql`true`);
  const [first, ...others] = kinds.map((kind) => of(sql`kind = ${kind}`));
  if (first !== undefined && others.length === 0) return first;
  const each = [first, ...others].map((ids) => sql`select id, at from (${ids}) as selected`);
  return sql`select id from (${sql.join(each, sql` union all `)}) as selected order by at desc, id desc limit ${limit}`;
}

/** What is about one thing is little: the other filters are applied while reading it. An expression keeps SQLite from their indexes. */
function idsAbout(subject: string, { kinds, actor, span }: AuditSearch, limit: number): RawBuilder<unknown> {
  const by = actor === null ? [] : [sql`coalesce(actor_name, '') = ${actor}`];
  const among = kinds === null ? [] : [sql`coalesce(kind, '') in (${sql.join(kinds)})`];
  return newestIds([sql`subject = ${subject}`, ...by, ...among], span, limit);
}

function newestIds(conditions: Conditions, { from, before }: Span, limit: number): RawBuilder<unknown> {
  return sql`select id, at from audit
    where ${sql.join(conditions, sql` and `)} and (at, id) < (${before.at}, ${before.id}) and at >= ${from}
    order by at desc, id desc limit ${limit}`;
}
