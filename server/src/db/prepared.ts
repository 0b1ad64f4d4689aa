import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/**
 * A query that is built once and run with one other value each time, on SQLite without the query builder around it:
 * building, and what goes on around running, costs more than running for the reads that every screen makes.
 *
 * On SQLite it thereby passes the lock that Kysely puts around a connection, and may read inside a transaction that is
 * open on it. Only accounts are changed in transactions of this connection, and those end within the turn of the event
 * loop in which they began (a test holds them to it): what is read too early was asked for in that same turn, and what is
 * read too late was deleted by the writer thread, whose answer comes in a later one.
 * @param standIn takes the value's place when it is built, and must be its only parameter
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
