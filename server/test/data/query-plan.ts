import { type CompiledQuery, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import type { Database } from '../../src/db/database.ts';
import type { Schema } from '../../src/db/schema.ts';

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Wraps the database and records every query. */
export function listenToQueries(database: Database): { database: Database; queries: Query[] } {
  const queries: Query[] = [];
  const dialect =
    database.dialect === 'sqlite'
      ? new SqliteDialect({ database: database.sqlite })
      : new PostgresDialect({ pool: database.pool });
  const kysely = new Kysely<Schema>({ dialect, log: ({ query }) => void queries.push(query) });
  if (database.dialect === 'postgres') return { database: { ...database, kysely }, queries };
  const { sqlite } = database;
  const prepare = (sql: string) => {
    const statement = sqlite.prepare(sql);
    const all = (...parameters: unknown[]) => {
      queries.push({ sql, parameters });
      return statement.all(...parameters);
    };
    return { all };
  };
  return { database: { ...database, kysely, sqlite: { prepare } as unknown as typeof sqlite }, queries };
}

/**
 * The plan of a query, in the same terms for both databases:
 * - `seek <index>`: reads a range of the index
 * - `walk <index>`: reads the index from its beginning
 * - `… alone`: without reading the rows
 * - `scan <table>`, `sort`: not allowed in requests
 * The key of a table has the name of the table.
 */
export async function planOf(database: Database, { sql, parameters }: Query): Promise<string[]> {
  if (database.dialect === 'sqlite') {
    const steps = database.sqlite
      .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
      .all(...parameters);
    return steps.flatMap(({ detail }) => (BETWEEN_STEPS.test(detail) ? [] : sqliteStep(detail, sql)));
  }
  const { rows } = await database.pool.query(`explain (format json) ${sql}`, [...parameters]);
  return stepsBelow(rows[0]['QUERY PLAN'][0].Plan);
}

/** Parts of a plan that read no table: lists from the query itself, and intermediate results. */
const BETWEEN_STEPS =
  /^(CO-ROUTINE|COMPOUND|LEFT-MOST|UNION ALL|SETUP|RECURSIVE STEP|LIST|CORRELATED|SCALAR|CREATE BLOOM|SCAN (waiting|selected)$)|VIRTUAL TABLE/;

function sqliteStep(detail: string, sql: string): string {
  const index = /^(SEARCH|SCAN) \w+ USING (COVERING )?INDEX (\w+)/.exec(detail);
  if (index !== null) {
    const [, way, covering, name] = index;
    return `${way === 'SEARCH' ? 'seek' : 'walk'} ${name}${covering === undefined ? '' : ' alone'}`;
  }
  const key = /^SEARCH (\w+) USING (INTEGER )?PRIMARY KEY/.exec(detail);
  if (key !== null) return `seek ${key[1]}`;
  if (detail.includes('TEMP B-TREE')) return 'sort';
  // Without an index a table is read in the order of its key, and a limit may end the read early.
  return detail.replace(/^SCAN/, / limit /.test(sql) ? 'walk' : 'scan');
}

type PostgresPlan = {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Relation Name'?: string;
  Plans?: PostgresPlan[];
};

/** Omits nodes that only pass rows on. */
function stepsBelow(plan: PostgresPlan): string[] {
  const { 'Node Type': type, 'Index Name': index, 'Index Cond': condition, 'Relation Name': table } = plan;
  const below = (plan.Plans ?? []).flatMap(stepsBelow);
  if (type.includes('Sort')) return [...below, 'sort'];
  if (index !== undefined) {
    const way = condition === undefined ? 'walk' : 'seek';
    if (index.endsWith('_pkey')) return [`${way} ${index.replace(/_pkey$/, '')}`, ...below];
    return [`${way} ${index}${type === 'Index Only Scan' ? ' alone' : ''}`, ...below];
  }
  if (type === 'Seq Scan') return [`scan ${table}`, ...below];
  return below;
}
