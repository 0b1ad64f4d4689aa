import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/**
 * Builds a query once and runs it with another value each time. On SQLite it bypasses Kysely: for the reads of every page,
 * Kysely's overhead costs more than the query.
 *
 * On SQLite this also bypasses Kysely's lock on the connection, so the query may read inside an open transaction. Only
 * account changes use transactions on this connection, and they end in the turn of the event loop in which they began (a
 * test enforces that). So only requests of the same turn can read uncommitted rows, and no read returns a
 * row whose deletion the writer thread has confirmed.
 * @param standIn replaces the value while the query is built, and must be its only parameter
 */
export function prepared<P, O>(
  database: Database,
  build: (standIn: P) => Compilable<O>,
  standIn: P,
): (value: P) => O[] | Promise<O[]> {
  const query = build(standIn).compile() as CompiledQuery<O>;
  if (query.parameters.length !== 1) throw new Error(`A prepared query has one parameter: ${query.sql}`);
  if (database.dialect === 'sqlite') {
    const statement = database.sqlite.prepare<[P], O>(query.sql);
    return (value) => statement.all(value);
  }
  return async (value) => (await database.kysely.executeQuery<O>({ ...query, parameters: [value] })).rows;
}
