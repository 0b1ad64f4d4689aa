import type { Bench } from '../bench.ts';
import { paintedCards } from './painted-cards.ts';
import { streamedEvents } from './streamed-events.ts';

/** From a camera's report to a program that listens, and to a guard's eyes. */
export const live: Bench = async (options) => {
  const streamed = await streamedEvents(options);
  const painted = await paintedCards(options);
  return { tables: [...streamed.tables, ...painted.tables], checks: [...streamed.checks, ...painted.checks] };
};
