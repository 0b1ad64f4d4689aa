import type { StreamEvent } from '@vedette/contract/stream-event';

/** A committed event. `seq` is without gaps and in commit order. */
export type LoggedEvent = { seq: number; event: StreamEvent };

/** Events that this server itself has just committed: all numbers above `from`, up to `to`. */
export type CommittedEvents = { from: number; to: number; events: () => LoggedEvent[] };

/** What streams follow. */
export type EventLog = {
  /** The newest number; 0 when nothing ever happened. */
  head: () => Promise<number>;
  /** The oldest number that is still kept, or null when none is. */
  oldest: () => Promise<number | null>;
  /**
   * Up to `limit` events behind `seq`, in order, and the number that was reached. A creation whose detection is gone by
   * now is left out: its deletion follows.
   */
  after: (seq: number, limit: number) => Promise<{ events: LoggedEvent[]; reached: number }>;
};
