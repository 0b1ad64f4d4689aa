import type { StreamEvent } from '@vedette/contract/stream-event';

/** A committed event. `seq` is without gaps and in commit order. */
export type LoggedEvent = { seq: number; event: StreamEvent };

/** Events that this server has committed: all numbers above `from`, up to `to`. */
export type CommittedEvents = { from: number; to: number; events: () => LoggedEvent[] };

/** The log that streams follow. */
export type EventLog = {
  /** The newest number; 0 when there has never been an event. */
  head: () => Promise<number>;
  /** The oldest stored number, or null when the log is empty. */
  oldest: () => Promise<number | null>;
  /**
   * Returns up to `limit` events after `seq`, in order, and the number of the last one read. A creation is left out when its
   * detection has been deleted since: the deletion follows.
   */
  after: (seq: number, limit: number) => Promise<{ events: LoggedEvent[]; reached: number }>;
};
