import type { Bench } from '../bench.ts';
import { burst } from './burst.ts';
import { paintedCards } from './painted-cards.ts';
import { streamedEvents } from './streamed-events.ts';

/** Measures the time from a report to its event on a stream and to its painted card, for single reports and for hundreds. */
export const live: Bench = async (options) => {
  const streamed = await streamedEvents(options);
  const painted = await paintedCards(options);
  const poured = await burst(options);
  const outcomes = [streamed, painted, poured];
  return { tables: outcomes.flatMap(({ tables }) => tables), checks: outcomes.flatMap(({ checks }) => checks) };
};
