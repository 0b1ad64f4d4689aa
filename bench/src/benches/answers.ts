import { startPostgres } from '../../../scripts/setup/postgres.mjs';
import type { Bench } from '../bench.ts';
import { answerRace } from './answers/answer-race.ts';
import { answerSeen } from './answers/answer-seen.ts';

/** How a team answers: of two guards exactly one is first, and the other's screen shows it soon. */
export const answers: Bench = async (options) => {
  const outcomes = [];
  if (options.part !== 'race') outcomes.push(await answerSeen(options));
  if (options.part !== 'seen') {
    const postgres = await startPostgres();
    options.atEnd(postgres.stop);
    outcomes.push(await answerRace(options, { postgresUrl: postgres.url }));
  }
  return {
    tables: outcomes.flatMap(({ tables }) => tables),
    checks: outcomes.flatMap(({ checks }) => checks),
  };
};
