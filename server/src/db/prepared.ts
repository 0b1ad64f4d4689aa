import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * A query that is built once and run with one other value each time: building costs more than running for the reads
 * that every screen makes. Built with a stand-in for that value, which must be its only parameter.
 */
export function prepared<P, O>(
  kysely: Kysely<Schema>,
  build: (standIn: P) => Compilable<O>,
  standIn: P,
): (value: P) => Promise<O[]> {
  const query = build(standIn).compile() as CompiledQuery<O>;
  if (query.parameters.length !== 1) throw new Error(`A prepared query has one parameter: ${query.sql}`);
  return async (value) => (await kysely.executeQuery<O>({ ...query, parameters: [value] })).rows;
}
