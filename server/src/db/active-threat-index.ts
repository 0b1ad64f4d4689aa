import { sql } from 'kysely';
import type { Database } from './database.ts';

const NAME = 'detection_active_';

/**
 * The partial index of active threats covers the levels from the setting on, and its name contains that level. After a
 * change of the setting a new index is built, and the old one is dropped unless another server uses it.
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
