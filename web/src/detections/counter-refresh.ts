import { isNetworkError } from '../api/request.ts';
import type { LiveEvent } from '../live/live-event.ts';
import type { Counters } from './counters.ts';
import { fetchCounters } from './detections.queries.ts';
import type { EventBuffer } from './event-buffer.ts';
import type { Snapshot } from './snapshot.ts';

/** The server's counters are requested this long after events, at most once in that time. */
const AFTER_EVENTS_MS = 1_000;

type Parts = {
  buffer: EventBuffer<LiveEvent>;
  current: () => Snapshot | undefined;
  /** Stores the server's counters. @param eventsSince arrived while they loaded; `before` is the snapshot from before that */
  store: (counters: Counters, since: { before: Snapshot | undefined; events: readonly LiveEvent[] }) => void;
  onNetworkError: () => void;
};

/** Replaces the counters that events have changed by those of the server, shortly after events and on demand. */
export function createCounterRefresh({ buffer, current, store, onNetworkError }: Parts) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastEventAt = 0;

  async function refresh(): Promise<void> {
    timer = null;
    const before = current();
    try {
      const { loaded, eventsSince } = await buffer.whileLoading(fetchCounters);
      store(loaded, { before, events: eventsSince });
    } catch (error) {
      if (isNetworkError(error)) onNetworkError();
    }
  }

  function schedule(): void {
    timer ??= setTimeout(refresh, AFTER_EVENTS_MS);
  }

  return {
    schedule,
    eventsArrived(): void {
      lastEventAt = Date.now();
      schedule();
    },
    /** @returns whether the server's counters differ from the page's although no event explains it: events were missed */
    async revealsMissedEvents(): Promise<boolean> {
      const before = current()?.counters;
      const requestedAt = Date.now();
      await refresh();
      const after = current()?.counters;
      const quiet = lastEventAt < requestedAt - AFTER_EVENTS_MS;
      if (!before || !after || !quiet) return false;
      return before.total !== after.total || before.activeThreats !== after.activeThreats;
    },
    stop(): void {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}
