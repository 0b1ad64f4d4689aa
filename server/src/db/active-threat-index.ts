import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * The active threats' own index covers exactly the levels from the setting on. When the setting changed since the last
 * start, the old index goes and a new one is built; the name says which level it was built for.
 */
export async function ensureActiveThreatIndex({ kysely, dialect }: Database, level: number): Promise<void> {
  const wanted = `detection_active_${level}`;
  const catalogue =
    dialect === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_master where type = 'index' and name like 'detection\\_active\\_%' escape '\\'`
      : sql<{
          name: string;
        }>`select indexname as name from pg_indexes where schemaname = current_schema() and indexname like 'detection\\_active\\_%'`;
  const { rows } = await catalogue.execute(kysely);
  await sql`create index if not exists ${sql.id(wanted)} on detection (at desc, id desc)
    where threat_level >= ${sql.lit(level)}`.execute(kysely);
  for (const { name } of rows) {
    if (name !== wanted) await sql`drop index if exists ${sql.id(name)}`.execute(kysely);
  }
}
