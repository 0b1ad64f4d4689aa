import type { EventLog, LoggedEvent } from '../src/live/event-log.ts';

const event = (seq: number): LoggedEvent => ({ seq, event: { type: 'detection.deleted', data: { id: seq } } });
/** All above `from`, up to `to`. */
export const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + 1 + index);

/** What a server has just committed: all numbers above `from`, up to `to`. */
export const committed = (from: number, to: number) => ({ from, to, events: () => numbers(from, to).map(event) });

/** A log that starts with two events and grows when told to; nobody is told that it has. */
export function eventLogInMemory() {
  let head = 2;
  /** Behind which numbers it was read. */
  const reads: number[] = [];
  const log: EventLog = {
    head: async () => head,
    oldest: async () => 1,
    after: async (seq, limit) => {
      reads.push(seq);
      const reached = Math.min(head, seq + limit);
      return { events: numbers(seq, reached).map(event), reached };
    },
  };
  const grow = (to: number) => {
    head = to;
  };
  return { log, reads, grow };
}
