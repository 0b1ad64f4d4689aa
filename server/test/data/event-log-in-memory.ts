import type { EventLog, LoggedEvent } from '../../src/live/event-log.ts';

const event = (seq: number): LoggedEvent => ({ seq, event: { type: 'detection.deleted', data: { id: seq } } });
/** The numbers above `from`, up to `to`. */
export const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + 1 + index);

/** Events as a server committed them: all numbers above `from`, up to `to`. */
export const committed = (from: number, to: number) => ({ from, to, events: () => numbers(from, to).map(event) });

/** A log that starts with two events and grows by `grow`, without a notification. */
export function eventLogInMemory() {
  let head = 2;
  /** The `seq` of each read. */
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
