import type { Bench } from '../bench.ts';
import { burst } from './live/burst.ts';
import { oneSender } from './live/one-sender.ts';
import { paintedCards } from './live/painted-cards.ts';
import { streamedEvents } from './live/streamed-events.ts';

const PARTS: Record<string, Bench> = { streams: streamedEvents, sender: oneSender, cards: paintedCards, burst };

/** Measures the time from a report to its event on a stream and to its painted card, for single reports and for hundreds. */
export const live: Bench = async (options) => {
  const names = options.part ? [options.part] : Object.keys(PARTS);
  const outcomes = [];
  for (const name of names) {
    const part = PARTS[name];
    if (!part) throw new Error(`live has no part ${name}, but ${Object.keys(PARTS).join(', ')}`);
    outcomes.push(await part(options));
  }
  return { tables: outcomes.flatMap(({ tables }) => tables), checks: outcomes.flatMap(({ checks }) => checks) };
};
