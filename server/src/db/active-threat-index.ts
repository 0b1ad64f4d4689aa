import { sql } from 'kysely';
import type { Database } from './database.ts';

const NAME = 'detection_active_';

/**
 * The active threats' own index covers exactly the levels from the setting on; its name says which level it was built
 * for. When the setting changed since the last start, a new one is built, and the old one goes unless another server
 * still uses it.
 */
export async function ensureActiveThreatIndex(
  { kysely, dialect }: Database,
  { level, usedByOthers = [] }: { level: number; usedByOthers?: readonly number[] },
): Promise<void> {
  const wanted = [level, ...usedByOthers].map((used) => `${NAME}${used}`);
  const pattern = `${NAME.replaceAll('_', '\\_')}%`;
  const catalogue =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'index' and name like ${pattern} escape '\\'`
      : sql<{ name: string }>`select indexname as name from pg_indexes
          where schemaname = current_schema() and indexname like ${pattern}`;
  const { rows } = await catalogue.execute(kysely);
  await sql`create index if not exists ${sql.id(`${NAME}${level}`)} on detection (at desc, id desc)
    where threat_level >= ${sql.lit(level)}`.execute(kysely);
  for (const { name } of rows) {
    if (!wanted.includes(name)) await sql`drop index if exists ${sql.id(name)}`.execute(kysely);
  }
}
