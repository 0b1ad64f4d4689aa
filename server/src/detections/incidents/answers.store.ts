import type { Answer } from '@vedette/contract/answer';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { presentAnswer } from '../../writer/incidents/answer-incident.ts';

/** The answers of these incidents; those that nobody has answered are left out. */
export async function readAnswers(
  kysely: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Answer>> {
  if (ids.length === 0) return new Map();
  const rows = await kysely
    .selectFrom('incident_answer')
    .innerJoin('incident', 'incident.id', 'incident_answer.incident_id')
    .selectAll('incident_answer')
    .select('incident.state')
    .where('incident_answer.incident_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ state, ...row }) => [row.incident_id, presentAnswer(state, row)]));
}

/** Adds the answers of their incidents to rows of detections. */
export async function withAnswers<Row extends { incident_id: number | null }>(
  kysely: Kysely<Schema>,
  rows: readonly Row[],
): Promise<(Row & { answer?: Answer })[]> {
  const ids = new Set(rows.flatMap(({ incident_id }) => incident_id ?? []));
  const answers = await readAnswers(kysely, [...ids]);
  return rows.map((row) => {
    const answer = row.incident_id === null ? undefined : answers.get(row.incident_id);
    return answer === undefined ? row : { ...row, answer };
  });
}
